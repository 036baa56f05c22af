import MonikerDomain
import MonikerFiles
import MonikerModel

extension SQLiteConnection {
  /// The defects of the database, as ``/MonikerDomain/StoreArchive/defects()`` defines them.
  ///
  /// SQLite's own checks come first, and then those for rows that this program never writes.
  func defects() throws(StoreFailure) -> [String] {
    var defects = try damage()
    // Stop here: reading a damaged database may return anything, or never end.
    guard defects.isEmpty else { return defects }
    for rule in Self.rules + (try hasAdditionalTables() ? Self.additionalRules : []) {
      let broken = try row(rule.query) { row throws(StoreFailure) in try row.integer(0) } ?? 0
      if broken != 0 { defects.append(rule.defect) }
    }
    var place = RecordPlace.start
    do {
      repeat {
        let records: [StoreRecord]
        (records, place) = try self.records(place, limit: 1_000)
        for case .account(let account, _, _, _) in records where !account.nickname.hasFormsOfItsText
        {
          defects.append(.wrongForms(of: account))
        }
        for case .restingNickname(let resting) in records
        where !resting.nickname.hasFormsOfItsText {
          defects.append(.wrongForms(of: resting))
        }
      } while !place.isEnd
    } catch {
      guard error.reason == .damaged else { throw error }
      defects.append(error.detail)
    }
    return defects
  }

  private func damage() throws(StoreFailure) -> [String] {
    do {
      var found = try rows("PRAGMA integrity_check(20)") { row throws(StoreFailure) in
        try row.text(0)
      }.filter { $0 != "ok" }
      for defect in found { try refuseReadError(in: defect) }
      found += try rows("PRAGMA foreign_key_check") { row throws(StoreFailure) in
        "a row of the table \(try row.text(0)) refers to a row of \(try row.text(2)) that does not exist"
      }
      return found + (try schemaDefects())
    } catch {
      guard error.reason == .damaged else { throw error }
      return [error.detail]
    }
  }

  /// Throws if a page of the database is damaged, or could not be read.
  func refuseDamagedPages() throws(StoreFailure) {
    let found = try row("PRAGMA main.integrity_check(1)") { row throws(StoreFailure) in
      try row.text(0)
    }
    guard let found, found != "ok" else { return }
    try refuseReadError(in: found)
    throw .damaged(at: location, found)
  }

  /// Throws if a page could not be read: that is no damage, and another attempt may succeed.
  ///
  /// `integrity_check` reports such a page like a damaged one, with the result code.
  private func refuseReadError(in defect: String) throws(StoreFailure) {
    guard let code = defect.split(separator: "error code=").dropFirst().first.flatMap({ Int32($0) })
    else { return }
    let failure = StoreFailure(sqliteCode: code, on: nil, at: location)
    if failure.reason != .damaged { throw failure }
  }

  /// Tables and indexes that are missing, unknown, or defined differently.
  private func schemaDefects() throws(StoreFailure) -> [String] {
    let own = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
    try own.makeStore()
    if try hasAdditionalTables() { try own.makeAdditionalTables() }
    let expected = try own.schema()
    let found = try schema()
    return Set(expected.keys).union(found.keys).sorted()
      .filter { expected[$0] != found[$0] }
      .map { "\($0) differs from this program's definition" }
  }

  private func schema() throws(StoreFailure) -> [String: String] {
    let parts = try rows(
      "SELECT type || ' ' || name, ifnull(sql, '') FROM sqlite_schema"
    ) { row throws(StoreFailure) in (try row.text(0), try row.text(1)) }
    // SQLite makes the tables of ANALYZE by itself.
    return Dictionary(parts.filter { !$0.0.hasPrefix("table sqlite_stat") }) { $1 }
  }

  private static var additionalRules: [(query: String, defect: String)] {
    [
      (
        """
        SELECT count(*) FROM resting_nickname AS resting WHERE EXISTS (
            SELECT 1 FROM account WHERE account.nickname_key = resting.nickname_key
              AND account.id <> resting.account)
          OR EXISTS (
            SELECT 1 FROM account WHERE account.nickname_skeleton = resting.nickname_skeleton
              AND account.id <> resting.account)
          OR EXISTS (
            SELECT 1 FROM account WHERE account.shown_skeleton = resting.shown_skeleton
              AND account.id <> resting.account)
          OR EXISTS (
            SELECT 1 FROM resting_nickname AS other
            WHERE other.nickname_key = resting.nickname_key AND other.account <> resting.account)
          OR EXISTS (
            SELECT 1 FROM resting_nickname AS other
            WHERE other.nickname_skeleton = resting.nickname_skeleton
              AND other.account <> resting.account)
          OR EXISTS (
            SELECT 1 FROM resting_nickname AS other
            WHERE other.shown_skeleton = resting.shown_skeleton
              AND other.account <> resting.account)
        """,
        .restingConflict
      ),
      (
        "SELECT count(*) FROM device JOIN device AS other ON other.next_token = device.token",
        "two devices have the same token"
      ),
    ]
  }

  /// Queries that count what this program never writes, with the defect that each finds.
  private static var rules: [(query: String, defect: String)] {
    [
      (
        """
        SELECT count(*) FROM session
        WHERE (ended_at IS NULL) <> (end_reason IS NULL)
          OR (ended_at IS NULL) <> (end_event IS NULL) OR last_seen_at < started_at
        """,
        "a session has only a part of its end, or was last seen before it started"
      ),
      (
        """
        SELECT count(*) FROM active_session LEFT JOIN session
          ON session.number = active_session.session AND session.device = active_session.device
        WHERE session.number IS NULL
        """,
        "the active session of a device is unknown, or is one of another device"
      ),
      (
        """
        SELECT count(*) FROM session AS open WHERE ended_at IS NULL AND EXISTS (
          SELECT 1 FROM session AS later WHERE later.account = open.account
            AND later.device = open.device AND later.number > open.number)
        """,
        .sessionAfterOpenOne
      ),
      (
        """
        SELECT count(*) - count(DISTINCT end_event) FROM session WHERE end_event IS NOT NULL
        """,
        "two sessions name the same event as their end"
      ),
      (
        """
        SELECT count(*) FROM session WHERE end_event >
          ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0)
        """,
        "a session names an event that does not exist as its end"
      ),
    ]
  }
}

extension SQLiteConnection.RecordPlace {
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
