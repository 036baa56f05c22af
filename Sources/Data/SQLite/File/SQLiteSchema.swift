import MonikerDomain
import MonikerFiles

/// The tables of a database, and the migrations from earlier versions.
///
/// The version is the file's `user_version`. A released schema is never edited: a later version
/// adds a migration.
struct SQLiteSchema: Sendable {
  /// The application ID in the header of the database file.
  let applicationID: UInt32

  /// The script that makes the tables of version 1.
  let tables: String

  /// The migrations, each from one version to the next, beginning with version 1.
  ///
  /// Tables that are made when they are needed may be missing.
  var migrations: [String] = []

  /// The current version.
  var version: Int { 1 + migrations.count }

  /// Makes the tables in an empty database.
  func make(on connection: SQLiteConnection) throws(StoreFailure) {
    try connection.reserveBytesForSums()
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.transaction { () throws(StoreFailure) in
      try connection.execute(tables)
      try connection.execute("PRAGMA user_version = 1")
    }
    try migrate(connection)
  }

  /// Migrates the tables to the current version.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for tables of a later
  ///   version, which stay unchanged.
  func migrate(_ connection: SQLiteConnection) throws(StoreFailure) {
    try refuseAdditions(connection)
    guard try connection.version() != version else { return }
    try connection.transaction { () throws(StoreFailure) in
      // Read again: another process may have migrated while this one waited to write.
      let found = try connection.version()
      try refuseUnknown(found, of: connection.location)
      for migration in migrations.dropFirst(found - 1) { try connection.execute(migration) }
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Refuses a database with a view, a trigger or a virtual table, with which a statement could take
  /// forever, or do anything else.
  func refuseAdditions(_ connection: SQLiteConnection) throws(StoreFailure) {
    let found = try connection.row(
      """
      SELECT 1 FROM sqlite_schema
      WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1
      """
    ) { _ in true }
    guard found == nil else {
      throw .damaged(
        at: connection.location,
        "its schema has a view, a trigger or a virtual table, which no store has"
      )
    }
  }

  /// Refuses a version that is later than the current one, or none.
  func refuseUnknown(_ found: Int, of location: String) throws(StoreFailure) {
    guard found >= 1 else {
      throw .damaged(at: location, "its schema has the version \(found), which no store has")
    }
    guard found > version else { return }
    throw StoreFailure(
      .newer(found: found, supported: version),
      at: location,
      detail: "its schema is version \(found), this program knows versions up to \(version)"
    )
  }
}

extension SQLiteConnection {
  func version() throws(StoreFailure) -> Int {
    let version = try row("PRAGMA user_version") { row throws(StoreFailure) in try row.integer(0) }
    return Int(version ?? 0)
  }
}
