import MonikerDomain

extension SQLiteConnection {
  func events(_ query: HistoryQuery) throws(StoreFailure) -> [HistoryEntry] {
    guard let reference = query.holder else { return try events(query, of: nil, orNamed: nil) }
    let holder = try holder(of: reference)?.account.id
    return try events(query, of: holder, orNamed: holder == nil ? reference.text : nil)
  }

  private static let allEvents = events(where: "?1 IS NULL AND ?2 IS NULL")
  private static let eventsOfAccount = events(where: "event.account = ?1 AND ?2 IS NULL")
  private static let eventsOfNickname = events(
    where: """
      ?1 IS NULL AND event.account IN (
        SELECT named.account FROM event AS named
        WHERE named.nickname = ?2 OR named.earlier_nickname = ?2)
      """
  )

  /// One text for each case, since one that covers all of them finds no index.
  private static func events(where condition: String) -> String {
    """
    SELECT * FROM (
      SELECT number, time, kind, event.account AS account, nickname, earlier_nickname, session,
        host, terminal,
        NOT EXISTS (SELECT 1 FROM account WHERE account.id = event.account) AS is_gone
      FROM event WHERE \(condition) AND (?3 IS NULL OR time >= ?3)
      ORDER BY number DESC LIMIT ?4
    ) ORDER BY number
    """
  }

  /// - Parameters:
  ///   - id: one account alone, and no name then.
  ///   - name: all accounts that had this nickname; nil for both of all.
  private func events(
    _ query: HistoryQuery,
    of id: AccountID?,
    orNamed name: String?
  ) throws(StoreFailure) -> [HistoryEntry] {
    try rows(
      id != nil ? Self.eventsOfAccount : name != nil ? Self.eventsOfNickname : Self.allEvents,
      .text(id?.description),
      .text(name),
      .time(query.since),
      .integer(Int64(query.limit))
    ) { row throws(StoreFailure) in
      HistoryEntry(event: try row.event(), isOfRemovedAccount: try row.integer(9) != 0)
    }
  }
}

extension SQLiteRow {
  /// An event in its nine columns.
  func event() throws(StoreFailure) -> HistoryEvent {
    let sequence = try integer(0)
    guard sequence > 0 else { throw damaged(0) }
    guard let kind = HistoryEvent.Kind(rawValue: try text(2)) else { throw damaged(2) }
    guard try !text(4).isEmpty else { throw damaged(4) }
    return HistoryEvent(
      sequence: Int(sequence),
      time: try timestamp(1),
      kind: kind,
      accountID: try identifier(3),
      nickname: try text(4),
      earlierNickname: try optionalText(5),
      sessionID: try isNull(6) ? nil : identifier(6),
      origin: Origin(host: try optionalText(7), terminal: try optionalText(8))
    )
  }
}
