#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  // MARK: Events

  static let recordEvent = """
    INSERT INTO event
      (time, kind, account, nickname, earlier_nickname, session, device, host, terminal)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """

  /// Records an event of an account, whose row is locked: so its event numbers ascend.
  func record(
    _ kind: HistoryEvent.Kind,
    of account: Account,
    _ number: Int64,
    _ session: SessionID?,
    _ earlierNickname: String? = nil,
    in context: ChangeContext
  ) {
    write(
      Self.recordEvent,
      .time(context.time),
      .text(kind.rawValue),
      .id(account.id),
      .text(account.nickname.text),
      .text(earlierNickname),
      .id(session),
      .id(context.deviceID),
      .text(context.origin.host),
      .text(context.origin.terminal)
    )
    noteEvents(of: number)
  }

  // MARK: The history limit

  static let limit = """
    coalesce((SELECT value FROM setting WHERE name = 'history_limit'), \
    \(StoreSettings.standard.historyLimit))
    """

  private static let excess = """
    least(greatest(account.event_count + $2 - \(limit), 0), \(HistoryEvent.maximumRemovals))
    """

  /// Counts the events that an account has got, and moves its first one behind those that the history
  /// limit does not keep.
  static func count(_ count: Int, of account: Int64) -> Statement {
    (Self.countEvents, [.integer(account), .integer(Int64(count))])
  }

  static let countEvents = """
    UPDATE account SET
      event_count = account.event_count + $2 - \(excess),
      first_event = coalesce(
        (SELECT event.number FROM event
          WHERE event.account = account.id AND event.number >= account.first_event
          ORDER BY event.number OFFSET \(excess) LIMIT 1),
        (SELECT event.number + 1 FROM event WHERE event.account = account.id
          ORDER BY event.number DESC LIMIT 1),
        account.first_event)
    WHERE account.number = $1
    RETURNING account.event_count >= \(limit)
    """

  /// Removes the sessions of an account whose end is told by an event that is forgotten.
  static let forgetSessions = """
    DELETE FROM session
    WHERE session.account = $1 AND session.end_event IS NOT NULL
      AND session.end_event < (SELECT first_event FROM account WHERE account.number = $1)
      AND NOT EXISTS (SELECT 1 FROM active_session WHERE active_session.session = session.number)
    """

  /// Removes forgotten events of accounts, some of each.
  static let removeEvents = """
    DELETE FROM event WHERE event.number = ANY (ARRAY (
      SELECT forgotten.number FROM account CROSS JOIN LATERAL (
        SELECT event.number FROM event
        WHERE event.account = account.id AND event.number < account.first_event
        ORDER BY event.number LIMIT \(HistoryEvent.maximumRemovals)) AS forgotten
      WHERE account.number = ANY ($1)))
    """

  // MARK: Ends of sessions

  static let due = """
    SELECT \(sessionColumns), account.number FROM session
      JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL AND session.expires_at IS NOT NULL AND session.expires_at <= $1
    ORDER BY session.expires_at, session.number LIMIT $2
    """

  func recordExpiries(
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Int>, SessionError> {
    let context = try timed(context)
    let open = try lockingAccounts(
      of: (Self.due, [.time(context.time), .count(Session.maximumExpiries)])
    ) { row throws(PostgreSQLFailure) in
      (account: try row.integer(17), found: try row.accountSession())
    }
    guard !open.isEmpty else { return .success(.unchanged(0)) }
    let ended = try end(open, .expired, in: context)
    return .success(.changed(ended.count))
  }

  static let lockAccounts = """
    SELECT 1 FROM account WHERE number = ANY ($1) ORDER BY id FOR NO KEY UPDATE
    """

  /// Waits until no other transaction changes some accounts, and keeps it so.
  func lockAccounts(_ numbers: Set<Int64>) {
    write(Self.lockAccounts, .integers(numbers.sorted()))
  }

  /// Records the expiry of a session, if it has expired and is open.
  ///
  /// - Returns: the session after it.
  func recordExpiry(
    _ active: AccountSession,
    by time: Timestamp
  ) throws(PostgreSQLFailure) -> AccountSession {
    guard active.session.ending == nil, active.session.hasExpired(by: time) else { return active }
    let context = ChangeContext(at: time, in: .device(active.session.deviceID))
    return try end([active], .expired, in: context).first ?? active
  }

  /// The first three parameters are the sessions, the reason and the kind of the event.
  private static func end(time: String, device: String, host: String, terminal: String) -> String {
    """
    WITH told AS (
      INSERT INTO event (time, kind, account, nickname, session, device, host, terminal)
      SELECT \(time), $3, account.id, account.nickname, session.id, \(device), \(host), \(terminal)
      FROM unnest($1::text[]) WITH ORDINALITY AS meant (id, place)
        JOIN session ON session.id = meant.id JOIN account ON account.number = session.account
      ORDER BY meant.place
      RETURNING number, time, session)
    UPDATE session SET ended_at = told.time, end_reason = $2, end_event = told.number
    FROM told WHERE session.id = told.session
    RETURNING session.id, session.ended_at, session.end_event, session.account
    """
  }

  static let endAtRequest = end(
    time: "$4::bigint",
    device: "$5",
    host: "$6",
    terminal: "$7"
  )

  static let endAtExpiry = end(
    time: "session.expires_at",
    device: "session.device",
    host: "NULL",
    terminal: "NULL"
  )

  static let removeLinks = "DELETE FROM link WHERE device = ANY ($1)"

  /// Ends open sessions in their order, and records the events.
  ///
  /// The accounts are locked. The end of a session that has expired is its expiry.
  ///
  /// - Returns: the sessions after their end.
  func end(
    _ open: [AccountSession],
    _ reason: SessionEnding.Reason,
    in context: ChangeContext
  ) throws(PostgreSQLFailure) -> [AccountSession] {
    guard !open.isEmpty else { return [] }
    if reason != .expired {
      write(Self.removeLinks, .texts(Set(open.map(\.session.deviceID.description)).sorted()))
    }
    let meant: [PostgreSQLValue] = [
      .texts(open.map(\.session.id.description)), .text(reason.rawValue),
      .text(HistoryEvent.Kind(reason).rawValue),
    ]
    let statement: Statement =
      reason == .expired
      ? (Self.endAtExpiry, meant)
      : (
        Self.endAtRequest,
        meant + [
          .time(context.time), .id(context.deviceID), .text(context.origin.host),
          .text(context.origin.terminal),
        ]
      )
    var endings: [SessionID: SessionEnding] = [:]
    let rows = try all([statement])[0]
    for row in rows {
      endings[try row.identifier(0)] = SessionEnding(
        at: try row.timestamp(1),
        reason,
        recordedAs: Int(try row.integer(2))
      )
      noteEvents(of: try row.integer(3))
    }
    return open.map { holder in
      guard let ending = endings[holder.session.id] else { return holder }
      return AccountSession(account: holder.account, session: holder.session.ended(ending))
    }
  }
}
#endif
