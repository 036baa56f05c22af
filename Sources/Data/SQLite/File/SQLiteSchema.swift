import MonikerDomain

/// The tables of a database, and how those of an earlier version become today's: the file's
/// `user_version` is the version.
///
/// A schema that was released is never edited: a later version adds a migration.
struct SQLiteSchema: Sendable {
  /// What the header's field for the kind of an application's files holds.
  let applicationID: UInt32

  /// The script that makes the tables of version 1.
  let tables: String

  /// Scripts that each make the next version of the one before it, from version 1 on.
  var migrations: [String] = []

  /// The version that the last migration leads to.
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

  /// Takes the tables of an earlier version to today's.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for tables of a later
  ///   version; nothing was changed then.
  func migrate(_ connection: SQLiteConnection) throws(StoreFailure) {
    guard try connection.version() != version else { return }
    try connection.transaction { () throws(StoreFailure) in
      // Asked again: another process may have migrated while this one waited to write.
      let found = try connection.version()
      try refuseLater(found, of: connection.location)
      for migration in migrations.dropFirst(found - 1) { try connection.execute(migration) }
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Refuses a version that a later program wrote.
  func refuseLater(_ found: Int, of location: String) throws(StoreFailure) {
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
