public import MonikerDomain

extension SQLiteRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/current()``.
  public func current() throws(SessionError) -> SessionSnapshot {
    do {
      return SessionSnapshot(active: try activeSession())
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endActive(at:naming:)``.
  public func endActive(
    at time: Timestamp,
    naming limit: Int
  ) throws(SessionError) -> SignOut {
    do {
      // Asked first, so that signing out where nobody is signed in writes nothing and makes no
      // file. Whoever signs in right after it counts as having signed in after this call.
      let nobodyActive = try read { connection throws(StoreFailure) in
        try connection.transaction(.deferred) { () throws(StoreFailure) -> SignOut? in
          guard try connection.activeSession() == nil else { return nil }
          return try connection.signOut(ended: nil, at: time, naming: limit)
        }
      }
      guard let nobodyActive else { return SignOut(ended: nil, open: [], limit: limit) }
      if let signOut = nobodyActive { return signOut }
      return try write { connection throws(StoreFailure) in
        let ended = try connection.activeSession()
        try connection.run(
          "DELETE FROM session WHERE number = (SELECT session FROM active_session)"
        )
        return try connection.signOut(ended: ended, at: time, naming: limit)
      }
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(at:limit:)``.
  public func openSessions(
    at time: Timestamp,
    limit: Int
  ) throws(SessionError) -> [ActiveSession] {
    do {
      let sessions = try read { connection throws(StoreFailure) in
        try connection.openSessions(at: time, limit: limit)
      }
      return sessions ?? []
    } catch {
      throw .store(error)
    }
  }

  func activeSession() throws(StoreFailure) -> ActiveSession? {
    let active = try read { connection throws(StoreFailure) in try connection.activeSession() }
    return active ?? nil
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}

extension SQLiteConnection {
  private static let columns = """
    account.id, account.nickname, account.nickname_key, account.created_at,
    session.id, session.started_at, session.last_seen_at, session.expires_at,
    session.host, session.terminal
    """

  /// What has stayed open after a session was ended.
  fileprivate func signOut(
    ended: ActiveSession?,
    at time: Timestamp,
    naming limit: Int
  ) throws(StoreFailure) -> SignOut {
    let named = max(0, limit)
    let open = try openSessions(at: time, limit: named == .max ? .max : named + 1)
    return SignOut(ended: ended, open: open, limit: limit)
  }

  func activeSession() throws(StoreFailure) -> ActiveSession? {
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

  fileprivate func openSessions(
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
  /// The account in the first four columns with the session in the six after them.
  fileprivate func activeSession() throws(StoreFailure) -> ActiveSession {
    let account = try account(at: 0)
    return ActiveSession(account: account, session: try session(of: account.id, at: 4))
  }
}
