import MonikerDomain

extension SQLiteConnection {
  /// Makes an empty database a store of today's version.
  func makeStore(_ schema: SQLiteSchema = .moniker) throws(StoreFailure) {
    try reserveBytesForSums()
    try execute("PRAGMA application_id = \(SQLiteHeader.applicationID)")
    try transaction { () throws(StoreFailure) in
      try execute(SQLiteSchema.tables)
      try execute("PRAGMA user_version = 1")
    }
    try migrate(to: schema)
  }

  /// Takes the tables of an earlier version to today's.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for a schema of a later
  ///   version; nothing was changed then.
  func migrate(to schema: SQLiteSchema = .moniker) throws(StoreFailure) {
    guard try version() != schema.version else { return }
    try transaction { () throws(StoreFailure) in
      // Asked again: another process may have migrated while this one waited to write.
      let version = try checkVersion(supporting: schema)
      for migration in schema.migrations.dropFirst(version - 1) { try execute(migration) }
      try execute("PRAGMA user_version = \(schema.version)")
    }
  }

  /// Refuses a schema that a later program has made since the database was opened here.
  ///
  /// - Returns: its version.
  @discardableResult
  func checkVersion(supporting schema: SQLiteSchema = .moniker) throws(StoreFailure) -> Int {
    let version = try version()
    try SQLiteHeader.checkVersion(version, of: location, supporting: schema.version)
    return version
  }

  func version() throws(StoreFailure) -> Int {
    let version = try row("PRAGMA user_version") { row throws(StoreFailure) in try row.integer(0) }
    return Int(version ?? 0)
  }
}
