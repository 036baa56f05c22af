import MonikerDomain
import MonikerModel

/// The events that a query selects: by account and by time.
struct EventSelection {
  /// The account; nil for events of several accounts.
  fileprivate let account: AccountID?
  /// The nickname of accounts that held it before; nil for one account, or for all of them.
  fileprivate let name: String?
  fileprivate let since: Timestamp?
  /// The number that the events precede.
  fileprivate let before: Int64
  /// The device whose view limits the events; nil for everything.
  fileprivate let device: DeviceID?
  /// The time of the view.
  fileprivate let time: Timestamp?
}

extension SQLiteConnection {
  func selection(
    _ query: HistoryQuery,
    in view: StoreView
  ) throws(StoreFailure) -> EventSelection {
    let device: DeviceID? = if case .device(let id) = view.scope { id } else { nil }
    let holder = try query.holder.map { reference throws(StoreFailure) in
      try self.holder(of: reference)?.account.id
    }
    return EventSelection(
      account: holder ?? nil,
      name: holder == .some(nil) ? query.holder?.text : nil,
      since: query.since,
      before: query.before.map(Int64.init) ?? .max,
      device: device,
      time: device == nil ? nil : view.time
    )
  }

  /// The newest events, in their order.
  func lastEvents(
    _ selection: EventSelection,
    limit: Int
  ) throws(StoreFailure) -> [HistoryEntry] {
    try rows(
      Self.texts(selection).last,
      .text(selection.account?.description),
      .text(selection.name),
      .time(selection.since),
      .integer(Int64(limit)),
      .text(selection.device?.description),
      .time(selection.time),
      .integer(selection.before)
    ) { row throws(StoreFailure) in try row.historyEntry() }
  }

  /// The next events after an event number, in their order.
  func events(
    _ selection: EventSelection,
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [HistoryEntry] {
    try rows(
      Self.texts(selection).next,
      .text(selection.account?.description),
      .text(selection.name),
      .time(selection.since),
      .integer(Int64(limit)),
      .text(selection.device?.description),
      .time(selection.time),
      .integer(selection.before),
      .integer(number)
    ) { row throws(StoreFailure) in try row.historyEntry() }
  }

  /// The number of the event that `count` events follow; nil if there is no such event.
  func number(
    _ selection: EventSelection,
    beforeLast count: Int
  ) throws(StoreFailure) -> Int64? {
    try row(
      Self.texts(selection).numberBeforeLast,
      .text(selection.account?.description),
      .text(selection.name),
      .time(selection.since),
      .integer(Int64(count)),
      .text(selection.device?.description),
      .time(selection.time),
      .integer(selection.before)
    ) { row throws(StoreFailure) in try row.integer(0) }
  }

  private static func texts(_ selection: EventSelection) -> EventTexts {
    let texts: EventTexts.OfAccounts =
      selection.account != nil ? .ofAccount : selection.name != nil ? .ofNickname : .ofAll
    return selection.device == nil ? texts.ofEverything : texts.ofDevice
  }
}

/// The statements for one kind of selection: a statement for all kinds could use no index.
private struct EventTexts {
  /// The statements for a kind of accounts, in each kind of scope.
  struct OfAccounts {
    let ofEverything: EventTexts
    let ofDevice: EventTexts

    static let ofAll = OfAccounts(where: "?1 IS NULL AND ?2 IS NULL")
    static let ofAccount = OfAccounts(where: "event.account = ?1 AND ?2 IS NULL")
    static let ofNickname = OfAccounts(
      where: """
        ?1 IS NULL AND event.account IN (
          SELECT named.account FROM event AS named
          WHERE named.nickname = ?2 OR named.earlier_nickname = ?2)
        """
    )

    private init(where condition: String) {
      ofEverything = EventTexts(where: condition + " AND ?5 IS NULL AND ?6 IS NULL")
      ofDevice = EventTexts(
        where: condition + """
           AND event.account IN (
            SELECT account.id FROM session JOIN account ON account.number = session.account
            WHERE session.device = ?5 AND session.ended_at IS NULL
              AND (session.expires_at IS NULL OR session.expires_at > ?6))
          """
      )
    }
  }

  let last: String
  let next: String
  let numberBeforeLast: String

  private init(where condition: String) {
    let columns = """
      number, time, kind, event.account AS account, nickname, earlier_nickname, session, device,
        host, terminal, NOT EXISTS (SELECT 1 FROM account WHERE account.id = event.account) AS is_gone
      """
    let condition = "\(condition) AND (?3 IS NULL OR time >= ?3) AND number < ?7"
    last = """
      SELECT * FROM (
        SELECT \(columns) FROM event WHERE \(condition) ORDER BY number DESC LIMIT ?4
      ) ORDER BY number
      """
    next =
      "SELECT \(columns) FROM event WHERE \(condition) AND number > ?8 ORDER BY number LIMIT ?4"
    numberBeforeLast =
      "SELECT number FROM event WHERE \(condition) ORDER BY number DESC LIMIT 1 OFFSET ?4"
  }
}

extension SQLiteRow {
  fileprivate func historyEntry() throws(StoreFailure) -> HistoryEntry {
    HistoryEntry(event: try event(), isOfRemovedAccount: try integer(10) != 0)
  }

  /// The event in the first ten columns.
  func event() throws(StoreFailure) -> HistoryEvent {
    guard let kind = HistoryEvent.Kind(rawValue: try text(2)) else { throw damaged(2) }
    let event = HistoryEvent(
      sequence: Int(try integer(0)),
      time: try timestamp(1),
      kind: kind,
      accountID: try identifier(3),
      nickname: try text(4),
      earlierNickname: try optionalText(5),
      sessionID: try isNull(6) ? nil : identifier(6),
      deviceID: try isNull(7) ? .local : identifier(7),
      origin: Origin(host: try optionalText(8), terminal: try optionalText(9))
    )
    guard event.isValid else { throw damaged(0) }
    return event
  }
}
