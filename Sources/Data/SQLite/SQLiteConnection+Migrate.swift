import MonikerDomain

extension SQLiteConnection {
  /// Takes the schema through the steps that it has not gone through yet.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for a schema from the
  ///   future; nothing was changed then.
  func migrate(by migrations: [SQLiteMigration] = SQLiteMigration.all) throws(StoreFailure) {
    guard try version() != migrations.count else { return }
    try transaction { () throws(StoreFailure) in
      // Asked again: another process may have migrated while this one waited to write.
      let version = try version()
      try SQLiteHeader.checkVersion(version, of: location, supporting: migrations.count)
      for migration in migrations.dropFirst(version) { try execute(migration.script) }
      try execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Refuses a schema that a later program has taken further since it was opened here.
  func checkVersion() throws(StoreFailure) {
    try SQLiteHeader.checkVersion(
      try version(),
      of: location,
      supporting: SQLiteMigration.all.count
    )
  }

  private func version() throws(StoreFailure) -> Int {
    let version = try row("PRAGMA user_version") { row throws(StoreFailure) in try row.integer(0) }
    return Int(version ?? 0)
  }
}
