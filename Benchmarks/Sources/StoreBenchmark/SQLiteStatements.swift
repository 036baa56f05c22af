/// The statements of the store's operations, for the floor.
enum SQLiteStatements {
  /// The local device.
  static let device = "'00000000-0000-0000-0000-000000000000'"

  static let account = """
    account.id, account.nickname, account.nickname_key, account.nickname_skeleton,
    account.shown_skeleton, account.created_at
    """

  static let session = """
    \(account),
    session.id, session.device, session.started_at, session.last_seen_at, session.expires_at,
    session.idle_timeout, session.host, session.terminal, session.ended_at, session.end_reason, session.end_event
    """

  static let active = """
    SELECT \(session) FROM active_session
    LEFT JOIN session ON session.number = active_session.session
    LEFT JOIN account ON account.number = session.account
    WHERE active_session.device = \(device)
    """

  static let holder = """
    SELECT number, \(account) FROM account WHERE nickname_key = ? AND id IS NOT ?
    """

  static let lastOfAccount = """
    SELECT \(session) FROM session JOIN account ON account.number = session.account
    WHERE session.account = ? AND session.device = \(device) ORDER BY session.number DESC LIMIT 1
    """

  static let byID = """
    SELECT \(session), session.number IS (SELECT session FROM active_session WHERE device = \(device))
    FROM session JOIN account ON account.number = session.account
    WHERE session.id >= ?1 AND session.id < ?1 || 'g' ORDER BY +session.number LIMIT ?2
    """

  static let list = """
    SELECT \(session), session.number IS (SELECT session FROM active_session WHERE device = \(device))
    FROM session JOIN account ON account.number = session.account
    WHERE session.number IN (
      SELECT number FROM session WHERE ended_at IS NULL
      UNION ALL SELECT * FROM (
        SELECT number FROM session WHERE end_event IS NOT NULL ORDER BY end_event DESC LIMIT ?))
    ORDER BY session.number
    """

  static let anyMore = "SELECT 1 FROM session WHERE end_event IS NOT NULL LIMIT 1 OFFSET ?"

  static let history = """
    SELECT * FROM (
      SELECT number, time, kind, event.account AS account, nickname, earlier_nickname, session,
        host, terminal,
        NOT EXISTS (SELECT 1 FROM account WHERE account.id = event.account) AS is_gone
      FROM event ORDER BY number DESC LIMIT ?
    ) ORDER BY number
    """

  static let open = """
    SELECT \(session) FROM session JOIN account ON account.number = session.account
    WHERE session.device = \(device) AND session.ended_at IS NULL ORDER BY session.number LIMIT ?
    """

  static let due = """
    SELECT \(session) FROM session JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL AND session.expires_at IS NOT NULL AND session.expires_at <= ?
    ORDER BY session.expires_at, session.number
    """

  static let insertSession = """
    INSERT INTO session
      (id, account, device, started_at, last_seen_at, expires_at, idle_timeout, host, terminal)
    VALUES (?, ?, \(device), ?, ?, ?, ?, ?, ?)
    """

  static let activate = """
    INSERT OR REPLACE INTO active_session (device, session)
    SELECT \(device), number FROM session WHERE id = ?
    """

  static let deactivate = "DELETE FROM active_session WHERE device = \(device)"

  static let signedIn = "UPDATE account SET last_signed_in_at = ? WHERE number = ?"

  static let record = """
    INSERT INTO event
      (time, kind, account, nickname, earlier_nickname, session, host, terminal)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let end = """
    UPDATE session SET ended_at = ?, end_reason = ?, end_event = ? WHERE id = ?
    """

  static let lastSequence = "SELECT seq FROM sqlite_sequence WHERE name = 'event'"

  static let insertAccount = """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    VALUES (?, ?, ?, ?, ?, ?)
    """

  static let lookalike = """
    SELECT \(account) FROM account
    WHERE (nickname_skeleton = ? OR shown_skeleton = ?) AND id IS NOT ?
    ORDER BY number LIMIT 1
    """
}
