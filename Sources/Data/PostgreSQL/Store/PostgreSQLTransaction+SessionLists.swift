#if Server
import MonikerDomain
import MonikerModel

/// The sessions as lists show them.
extension PostgreSQLTransaction {
  /// Sessions, each with whether it is the active one of the device $1, its number or its account's.
  static let entries = """
    SELECT \(sessionColumns),
      session.number IS NOT DISTINCT FROM (SELECT session FROM active_session WHERE device = $1),
      session.account, session.number
    FROM session JOIN account ON account.number = session.account
    """

  static func openSessions(_ view: PostgreSQLView) -> String {
    """
    \(entries)
    WHERE session.ended_at IS NULL AND session.number > $3
      AND \(view.condition(on: "session.account"))
    ORDER BY session.number LIMIT $4
    """
  }

  static func endedSessions(_ view: PostgreSQLView) -> String {
    """
    \(entries)
    WHERE session.end_event IS NOT NULL AND session.end_event < $3
      AND \(view.condition(on: "session.account"))
    ORDER BY session.end_event DESC LIMIT $4
    """
  }

  // No ID has a character after "f".
  static func beginningWith(_ view: PostgreSQLView) -> String {
    """
    \(entries)
    WHERE session.id >= $3 AND session.id < $3 || 'g'
      AND \(view.condition(on: "session.account"))
    ORDER BY session.number LIMIT $4
    """
  }

  func openSessions(
    _ page: PageRequest,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Page<SessionEntry> {
    let found = try rows(
      Self.openSessions(view),
      .id(view.deviceID),
      .time(view.time),
      .integer(try rowNumber(page, first: .min)),
      .count(page.limit + 1)
    ) { row throws(PostgreSQLFailure) in
      (number: try row.integer(19), entry: try row.sessionEntry())
    }
    return page.page(of: found)
  }

  func endedSessions(
    _ page: PageRequest,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Page<SessionEntry> {
    let found = try rows(
      Self.endedSessions(view),
      .id(view.deviceID),
      .time(view.time),
      .integer(try rowNumber(page, first: .max)),
      .count(page.limit + 1)
    ) { row throws(PostgreSQLFailure) in
      (number: try row.integer(16), entry: try row.sessionEntry())
    }
    return page.page(of: found)
  }

  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> SessionList {
    let entries = try rows(
      Self.beginningWith(view),
      .id(view.deviceID),
      .time(view.time),
      .text(prefix.text),
      .count(max(0, limit))
    ) { row throws(PostgreSQLFailure) in try row.sessionEntry() }
    return SessionList(entries: entries, moreHaveEnded: false)
  }
}
#endif
