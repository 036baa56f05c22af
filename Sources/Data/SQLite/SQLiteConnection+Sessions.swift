import MonikerDomain

extension SQLiteConnection {
  private static let columns = """
    \(accountColumns),
    session.id, session.started_at, session.last_seen_at, session.expires_at,
    session.host, session.terminal
    """

  /// What has stayed open after a session was ended.
  func signOut(
    ended: ActiveSession?,
    at time: Timestamp,
    naming limit: Int
  ) throws(StoreFailure) -> SignOut {
    let named = max(0, limit)
    let open = try openSessions(at: time, limit: named == .max ? .max : named + 1)
    return SignOut(ended: ended, open: open, limit: limit)
  }

  func session(of subject: SessionSubject) throws(StoreFailure) -> ActiveSession? {
    switch subject {
    case .active:
      return try activeSession()
    case .holder(let reference):
      guard let holder = try holder(of: reference) else { return nil }
      return try row(
        """
        SELECT \(Self.columns) FROM session JOIN account ON account.number = session.account
        WHERE session.account = ?
        """,
        .integer(holder.number)
      ) { row throws(StoreFailure) in try row.activeSession() }
    }
  }

  /// - Returns: what was ended; nil where there was no such session.
  func end(_ subject: SessionSubject) throws(StoreFailure) -> ActiveSession? {
    guard let ended = try session(of: subject) else { return nil }
    // What is active goes with its session.
    try run("DELETE FROM session WHERE id = ?", .text(ended.session.id.description))
    return ended
  }

  private func activeSession() throws(StoreFailure) -> ActiveSession? {
    // Outer joins: a reference that leads nowhere gives a row without values, which is refused as
    // damaged, and not no row, which would mean that nobody is signed in.
    try row(
      """
      SELECT \(Self.columns) FROM active_session
      LEFT JOIN session ON session.number = active_session.session
      LEFT JOIN account ON account.number = session.account
      """
    ) { row throws(StoreFailure) in try row.activeSession() }
  }

  func openSessions(
    at time: Timestamp,
    limit: Int
  ) throws(StoreFailure) -> [ActiveSession] {
    try rows(
      """
      SELECT \(Self.columns) FROM session JOIN account ON account.number = session.account
      WHERE session.expires_at IS NULL OR session.expires_at > ?
      ORDER BY session.number LIMIT ?
      """,
      .integer(time.millisecondsSince1970),
      .integer(Int64(max(0, limit)))
    ) { row throws(StoreFailure) in try row.activeSession() }
  }
}

extension SQLiteRow {
  /// The account in the first six columns with the session in the six after them.
  func activeSession() throws(StoreFailure) -> ActiveSession {
    let account = try account(at: 0)
    return ActiveSession(account: account, session: try session(of: account.id, at: 6))
  }
}
