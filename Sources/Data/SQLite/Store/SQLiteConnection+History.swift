import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// A page of events, the newest first.
  func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in view: StoreView
  ) throws(StoreFailure) -> Page<HistoryEvent> {
    let device: DeviceID? = if case .device(let id) = view.scope { id } else { nil }
    let found = try rows(
      Self.events(query, in: view.scope),
      .text(query.account?.description),
      .time(query.since),
      .integer(try page.rowNumber(at: location, first: .max)),
      .integer(Int64(page.limit + 1)),
      .text(device?.description),
      .time(device == nil ? nil : view.time)
    ) { row throws(StoreFailure) in
      (number: try row.integer(0), entry: try row.event())
    }
    return page.page(of: found)
  }

  /// A statement for one kind of query: a statement for all kinds could use no index.
  static func events(_ query: HistoryQuery, in scope: StoreScope) -> String {
    let account = query.account == nil ? "?1 IS NULL" : "account = ?1"
    let device =
      switch scope {
      case .everything: "?5 IS NULL AND ?6 IS NULL"
      case .device:
        """
        account IN (
          SELECT account.id FROM session JOIN account ON account.number = session.account
          WHERE session.device = ?5 AND session.ended_at IS NULL
            AND (session.expires_at IS NULL OR session.expires_at > ?6))
        """
      }
    return """
      SELECT number, time, kind, account, nickname, earlier_nickname, session, device, host, terminal
      FROM event
      WHERE \(account) AND \(device) AND (?2 IS NULL OR time >= ?2) AND number < ?3
      ORDER BY number DESC LIMIT ?4
      """
  }

  /// Removes the texts from the events of an account.
  func eraseEvents(of account: AccountID) throws(StoreFailure) {
    try run(
      """
      UPDATE event SET nickname = NULL, earlier_nickname = NULL, host = NULL, terminal = NULL
      WHERE account = ?
      """,
      .text(account.description)
    )
  }
}

extension SQLiteRow {
  /// The event in the first ten columns.
  func event() throws(StoreFailure) -> HistoryEvent {
    guard let kind = HistoryEvent.Kind(rawValue: try text(2)) else { throw damaged(2) }
    let event = HistoryEvent(
      sequence: Int(try integer(0)),
      time: try timestamp(1),
      kind: kind,
      accountID: try identifier(3),
      nickname: try optionalText(4),
      earlierNickname: try optionalText(5),
      sessionID: try isNull(6) ? nil : identifier(6),
      deviceID: try isNull(7) ? .local : identifier(7),
      origin: Origin(host: try optionalText(8), terminal: try optionalText(9))
    )
    guard event.isValid else { throw damaged(0) }
    return event
  }
}
