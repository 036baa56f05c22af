import CSQLite
import MonikerDomain

/// One connection to one database: the small part of SQLite's C interface that a store needs.
///
/// Not Sendable: it belongs to the actor that opened it. Statements are prepared once and kept.
final class SQLiteConnection {
  /// The store, as failures name it.
  let location: String

  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private let lease: OpenFileLease?
  private let busyHandler: BusyHandler

  /// Opens a database that exists, or one in memory.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database that goes with the connection.
  ///   - location: the store, as failures name it.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - lease: is given back when the connection has been closed.
  init(
    path: String,
    location: String,
    wait: Duration,
    lease: OpenFileLease? = nil
  ) throws(StoreFailure) {
    self.location = location
    self.lease = lease
    busyHandler = BusyHandler(wait: wait)
    var opened: OpaquePointer?
    // No mutex: the actor sees to it that there is one caller at a time.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = StoreFailure(sqliteCode: code, on: opened, at: location)
      sqlite3_close(opened)
      throw failure
    }
    handle = opened
    busyHandler.install(on: handle)
    try execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      """
    )
  }

  deinit {
    // Statements go first: a database with statements left does not close.
    statements.removeAll()
    sqlite3_close(handle)
  }

  /// The number that the last inserted row was given.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs statements that take no values and give no rows.
  func execute(_ script: String) throws(StoreFailure) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: SQLiteValue...) throws(StoreFailure) {
    try start(sql, values).finish()
  }

  /// The rows that a query gives, each as `read` makes it.
  func rows<Row>(
    _ sql: String,
    _ values: SQLiteValue...,
    read: (SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> [Row] {
    let statement = try start(sql, values)
    var rows: [Row] = []
    do {
      while let row = try statement.step() { rows.append(try read(row)) }
    } catch {
      statement.reset()
      throw error
    }
    statement.reset()
    return rows
  }

  /// The first row that a query gives; nil if it gives none.
  func row<Row>(
    _ sql: String,
    _ values: SQLiteValue...,
    read: (SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> Row? {
    let statement = try start(sql, values)
    do {
      let row: Row? = if let first = try statement.step() { try read(first) } else { nil }
      statement.reset()
      return row
    } catch {
      statement.reset()
      throw error
    }
  }

  /// How a transaction begins.
  enum Beginning: String {
    /// For what only reads: all of it sees the same state.
    case deferred = "BEGIN DEFERRED"

    /// For whatever writes: it excludes all other writers from its first statement on.
    ///
    /// A transaction that reads first and then wants to write fails at once with BUSY_SNAPSHOT,
    /// without waiting, when another has written in between.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction.
  func transaction<Result>(
    _ beginning: Beginning = .immediate,
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try run(beginning.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite has rolled back by itself after some failures: the state decides, not the code.
      if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  private func start(_ sql: String, _ values: [SQLiteValue]) throws(StoreFailure) -> SQLiteStatement
  {
    let statement: SQLiteStatement
    if let kept = statements[sql] {
      statement = kept
    } else {
      statement = try SQLiteStatement(sql, on: handle, location: location)
      statements[sql] = statement
    }
    try statement.bind(values)
    return statement
  }

  private func failure(_ code: Int32) -> StoreFailure {
    StoreFailure(sqliteCode: code, on: handle, at: location)
  }
}
