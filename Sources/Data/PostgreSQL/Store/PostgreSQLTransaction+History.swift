#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  static let eventColumns = """
    event.number, event.time, event.kind, event.account, event.nickname, event.earlier_nickname,
    event.session, event.device, event.host, event.terminal
    """

  /// A page of events, the newest first.
  func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Page<HistoryEvent> {
    let found = try rows(
      Self.events(query, in: view),
      .id(view.deviceID),
      .time(view.time),
      .integer(try rowNumber(page, first: .max)),
      .count(page.limit + 1),
      .time(query.since),
      .id(query.account)
    ) { row throws(PostgreSQLFailure) in
      (number: try row.integer(0), entry: try row.event())
    }
    return page.page(of: found)
  }

  /// A statement for one kind of query: a statement for all kinds could use no index.
  ///
  /// The events that are forgotten and not yet removed are left out.
  static func events(_ query: HistoryQuery, in view: PostgreSQLView) -> String {
    let found = "event.number < $3 AND ($5::bigint IS NULL OR event.time >= $5)"
    let end = "ORDER BY number DESC LIMIT $4"
    switch (view.scope, query.account) {
    case (.everything, nil):
      return """
        SELECT \(eventColumns) FROM event
        WHERE \(found) AND \(view.condition(on: "")) AND $6::text IS NULL AND \(isKept) \(end)
        """
    case (.everything, _?):
      return """
        SELECT \(eventColumns) FROM event
        WHERE \(found) AND \(view.condition(on: "")) AND event.account = $6 AND \(isKept) \(end)
        """
    case (.device, _):
      return """
        SELECT event.* FROM account CROSS JOIN LATERAL (
          SELECT \(eventColumns) FROM event
          WHERE event.account = account.id AND event.number >= account.first_event AND \(found)
          \(end)) AS event
        WHERE \(view.condition(on: "account.number")) AND ($6::text IS NULL OR account.id = $6)
        \(end)
        """
    }
  }

  /// The condition that an event is not forgotten.
  static let isKept = """
    event.number >= coalesce(
      (SELECT first_event FROM account WHERE account.id = event.account), 0)
    """

  static let eraseEvents = """
    UPDATE event SET nickname = NULL, earlier_nickname = NULL, host = NULL, terminal = NULL
    WHERE account = $1
    """

  /// Removes the texts from the events of an account.
  func eraseEvents(of account: AccountID) {
    write(Self.eraseEvents, .id(account))
  }

  /// The row number behind which a page begins.
  ///
  /// - Parameter first: that of the first page.
  func rowNumber(_ page: PageRequest, first: Int64) throws(PostgreSQLFailure) -> Int64 {
    do throws(StoreFailure) {
      return try page.rowNumber(at: location, first: first)
    } catch {
      throw PostgreSQLFailure(error)
    }
  }
}

extension PostgreSQLRow {
  /// The event in ten columns: ``PostgreSQLTransaction/eventColumns``.
  func event() throws(PostgreSQLFailure) -> HistoryEvent {
    guard let kind = HistoryEvent.Kind(rawValue: try text(2)) else { throw damaged(2) }
    let event = HistoryEvent(
      sequence: Int(try integer(0)),
      time: try timestamp(1),
      kind: kind,
      accountID: try identifier(3),
      nickname: try optionalText(4),
      earlierNickname: try optionalText(5),
      sessionID: try isNull(6) ? nil : identifier(6),
      deviceID: try identifier(7),
      origin: Origin(host: try optionalText(8), terminal: try optionalText(9))
    )
    guard event.isValid else { throw damaged(0) }
    return event
  }
}
#endif
