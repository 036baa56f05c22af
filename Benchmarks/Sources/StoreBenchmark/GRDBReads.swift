import GRDB

/// The store's reads through GRDB, a general-purpose library for SQLite.
final class GRDBReads {
  private let pool: DatabasePool

  init(path: String) throws {
    pool = try DatabasePool(path: path)
  }

  func current() throws {
    try pool.read { database in
      try Self.read(SQLiteStatements.active, in: database)
    }
  }

  func sessions(endedLimit: Int) throws {
    try pool.read { database in
      try Self.read(SQLiteStatements.list, [endedLimit], in: database)
      try Self.read(SQLiteStatements.anyMore, [endedLimit], in: database)
    }
  }

  private static func read(
    _ sql: String,
    _ arguments: StatementArguments = [],
    in database: Database
  ) throws {
    let statement = try database.cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      for value in row.databaseValues { keep(value) }
    }
  }
}
