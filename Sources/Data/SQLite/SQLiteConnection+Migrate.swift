import MonikerDomain

extension SQLiteConnection {
  /// Takes the schema through the steps that it has not gone through yet.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/newer(found:supported:)`` for a schema from the
  ///   future; nothing was changed then.
  func migrate(by migrations: [SQLiteMigration] = SQLiteMigration.all) throws(StoreFailure) {
    let found = try version()
    guard found != migrations.count else { return }
    let first = SQLiteMigration.firstWithPageSums
    if (1..<first).contains(found), migrations.count >= first, !isInMemory {
      // Only what has proved sound is written as a whole, and only then does it count as having sums.
      try goThrough(Array(migrations.prefix(first - 1)))
      try reserveBytesForSums()
      try execute("PRAGMA temp_store = MEMORY; VACUUM")
    }
    try goThrough(migrations)
  }

  /// Makes an empty database one of ours.
  func makeStore() throws(StoreFailure) {
    try reserveBytesForSums()
    try execute("PRAGMA application_id = \(SQLiteHeader.applicationID)")
    try migrate()
  }

  private func goThrough(_ migrations: [SQLiteMigration]) throws(StoreFailure) {
    try transaction { () throws(StoreFailure) in
      // Asked again: another process may have migrated while this one waited to write.
      let version = try version()
      try SQLiteHeader.checkVersion(version, of: location, supporting: migrations.count)
      if version > 0 {
        try checkIntegrity()
        try checkDefinitions(by: Array(migrations.prefix(version)))
      }
      for migration in migrations.dropFirst(version) { try go(through: migration) }
      // With sums no value is there that was not written; and only these steps end with the tables of today.
      let first = SQLiteMigration.firstWithPageSums
      if (1..<first).contains(version), migrations.count >= first - 1 { try readAll() }
      try execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Refuses what is damaged before anything is written to it: a migration would write its own on top.
  private func checkIntegrity() throws(StoreFailure) {
    let finding = try row("PRAGMA integrity_check(1)") { row throws(StoreFailure) in
      try row.text(0)
    }
    if let finding, finding != "ok" {
      throw StoreFailure(.damaged, at: location, detail: finding)
    }
  }

  /// Refuses values that no earlier version has written.
  private func readAll() throws(StoreFailure) {
    _ = try accountList()
    _ = try sessions(endedLimit: .max)
    _ = try snapshot(of: .active)
    _ = try lastEvents(try selection(HistoryQuery(limit: .max)), limit: .max)
  }

  /// Refuses tables and indexes that are not as these steps make them, before any further one is gone.
  private func checkDefinitions(by migrations: [SQLiteMigration]) throws(StoreFailure) {
    let new = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
    try new.migrate(by: migrations)
    // Others may have added something of theirs.
    guard try new.definitions().isSubset(of: definitions()) else {
      throw StoreFailure(
        .damaged,
        at: location,
        detail: "its tables are not defined as this program defines them"
      )
    }
  }

  /// All that the schema says, to the letter, but for where: SQLite reads a table whose type is "tabLe", or a
  /// blob, and `VACUUM` leaves it out; an index of another name is not dropped as a whole.
  private func definitions() throws(StoreFailure) -> Set<String> {
    let definitions = try rows(
      "SELECT quote(type) || quote(name) || quote(tbl_name) || quote(sql) FROM sqlite_schema"
    ) { row throws(StoreFailure) in try row.text(0) }
    return Set(definitions)
  }

  private func go(through migration: SQLiteMigration) throws(StoreFailure) {
    for part in migration.parts {
      switch part {
      case .script(let script): try execute(script)
      case .change(let change): try change(self)
      }
    }
  }

  /// Gives the nicknames that were let through by the first rules the forms of today's.
  func adoptNicknames() throws(StoreFailure) {
    let earlier = try rows("SELECT number, nickname, nickname_key FROM account ORDER BY number") {
      row throws(StoreFailure) in
      let (text, key) = (try row.text(1), try row.text(2))
      guard
        Nickname(storedText: text, storedKey: key, storedSkeleton: key, storedShownSkeleton: key)
          != nil
      else {
        throw row.damaged(1)
      }
      return (number: try row.integer(0), text: text, key: key)
    }
    let adopted = NicknameAdoption.adopt(earlier.map { ($0.text, $0.key) })
    guard Set(adopted.map(\.key)).count == adopted.count else {
      throw StoreFailure(
        .damaged,
        at: location,
        detail: StoreState.Contradiction.sharedNickname
      )
    }
    // The keys that go must not be in the way of those that come; none holds a control character.
    try run("UPDATE account SET nickname_key = char(1) || number")
    for (number, nickname) in zip(earlier.map(\.number), adopted) {
      try run(
        """
        UPDATE account SET nickname_key = ?, nickname_skeleton = ?, shown_skeleton = ?
        WHERE number = ?
        """,
        .text(nickname.key.text),
        .text(nickname.skeleton.text),
        .text(nickname.shownSkeleton.text),
        .integer(number)
      )
    }
  }

  /// Refuses a schema that a later program has taken further since it was opened here.
  ///
  /// - Returns: its version.
  @discardableResult
  func checkVersion() throws(StoreFailure) -> Int {
    let version = try version()
    try SQLiteHeader.checkVersion(version, of: location, supporting: SQLiteMigration.all.count)
    return version
  }

  func version() throws(StoreFailure) -> Int {
    let version = try row("PRAGMA user_version") { row throws(StoreFailure) in try row.integer(0) }
    return Int(version ?? 0)
  }
}
