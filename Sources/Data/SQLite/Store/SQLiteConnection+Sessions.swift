import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// The columns of an account and its session, for ``SQLiteRow/activeSession()``.
  static let sessionColumns = """
    \(accountColumns),
    session.id, session.started_at, session.last_seen_at, session.expires_at, session.idle_timeout,
    session.host, session.terminal, session.ended_at, session.end_reason, session.end_event
    """

  /// Sessions, each with a last column that says whether it is the active one.
  private static let entries = """
    SELECT \(sessionColumns), session.number IS (SELECT session FROM active_session)
    FROM session JOIN account ON account.number = session.account
    """

  func snapshot(of subject: SessionSubject) throws(StoreFailure) -> SessionSnapshot {
    SessionSnapshot(active: try session(of: subject))
  }

  private static let lastOfAccount = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.account = ? ORDER BY session.number DESC LIMIT 1
    """

  // Outer joins: a reference to a missing row returns NULL values, which are refused as damaged.
  // Inner joins would return no row, which means that no session is active.
  private static let active = """
    SELECT \(sessionColumns) FROM active_session
    LEFT JOIN session ON session.number = active_session.session
    LEFT JOIN account ON account.number = session.account
    """

  private static let stillOpen = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL ORDER BY session.number LIMIT ?
    """

  private static let openAndLastEnded = """
    \(entries)
    WHERE session.number IN (
      SELECT number FROM session WHERE ended_at IS NULL
      UNION ALL SELECT * FROM (
        SELECT number FROM session WHERE end_event IS NOT NULL ORDER BY end_event DESC LIMIT ?))
    ORDER BY session.number
    """

  // No ID has a character after "f". The unary plus keeps SQLite from scanning all sessions in the
  // order of their numbers.
  private static let beginningWith = """
    \(entries)
    WHERE session.id >= ?1 AND session.id < ?1 || 'g' ORDER BY +session.number LIMIT ?2
    """

  func session(of subject: SessionSubject) throws(StoreFailure) -> AccountSession? {
    switch subject {
    case .active:
      return try activeSession()
    case .holder(let reference):
      guard let holder = try holder(of: reference) else { return nil }
      return try session(of: holder)
    }
  }

  /// The session of an account: the last one, unless it was signed out.
  func session(of holder: NumberedAccount) throws(StoreFailure) -> AccountSession? {
    let last = try row(Self.lastOfAccount, .integer(holder.number)) { row throws(StoreFailure) in
      try row.activeSession()
    }
    return last?.session.ending?.reason == .signedOut ? nil : last
  }

  private func activeSession() throws(StoreFailure) -> AccountSession? {
    try row(Self.active) { row throws(StoreFailure) in try row.activeSession() }
  }

  func renew(
    _ subject: SessionSubject,
    _ context: RequestContext
  ) throws(StoreFailure) -> Result<StoreStep<SessionSnapshot>, SessionError> {
    let unchanged = try snapshot(of: subject)
    let outcome = try perform(context) {
      () throws(StoreFailure) -> Result<StoreStep<SessionSnapshot>, SessionError> in
      let active = try session(of: subject)
      guard let active, let used = active.session.used(at: context.time) else {
        return .success(.unchanged(SessionSnapshot(active: active)))
      }
      try update(used)
      let renewed = AccountSession(account: active.account, session: used)
      return .success(.changed(SessionSnapshot(active: renewed)))
    }
    // The expiries recorded in this change are rolled back, so return the state before them.
    if case .success(.unchanged) = outcome { return .success(.unchanged(unchanged)) }
    return outcome
  }

  func signOut(
    _ subject: SessionSubject,
    _ context: RequestContext,
    naming limit: Int
  ) throws(StoreFailure) -> Result<StoreStep<SignOut>, SessionError> {
    try perform(context) { () throws(StoreFailure) in
      let active = try session(of: subject)
      let current = if case .active = subject { active } else { try activeSession() }
      let isActive = active != nil && active?.session.id == current?.session.id
      guard let active, isActive || active.session.ending == nil else {
        return .success(.unchanged(try signOut(ended: nil, naming: limit)))
      }
      let ended =
        if active.session.ending == nil {
          try end(active, .signedOut, in: context)
        } else {
          active
        }
      if isActive { try run("DELETE FROM active_session") }
      return .success(.changed(try signOut(ended: ended, naming: limit)))
    }
  }

  /// A sign-out with the sessions that stayed open.
  private func signOut(
    ended: AccountSession?,
    naming limit: Int
  ) throws(StoreFailure) -> SignOut {
    let named = Int64(max(0, limit))
    let open = try rows(
      Self.stillOpen,
      .integer(named == .max ? .max : named + 1)
    ) { row throws(StoreFailure) in try row.activeSession() }
    return SignOut(ended: ended, open: open, limit: limit)
  }

  func endSessions(
    _ scope: SessionScope,
    _ context: RequestContext
  ) throws(StoreFailure) -> Result<StoreStep<[SessionEntry]>, SessionError> {
    try perform(context) { () throws(StoreFailure) in
      let open: [SessionEntry]
      switch try openSessions(in: scope) {
      case .success(let found): open = found
      case .failure(let refusal): return .failure(refusal)
      }
      guard !open.isEmpty else { return .success(.unchanged([])) }
      var ended: [SessionEntry] = []
      for entry in open {
        let holder = try end(entry.holder, .revoked, in: context)
        ended.append(SessionEntry(holder: holder, isActive: entry.isActive))
      }
      return .success(.changed(ended))
    }
  }

  private func openSessions(
    in scope: SessionScope
  ) throws(StoreFailure) -> Result<[SessionEntry], SessionError> {
    let meant: SessionID?
    switch scope {
    case .session(let id):
      guard try isKnown(id) else { return .failure(.noSuchSession(id.description)) }
      meant = id
    case .subject(let subject), .others(let subject):
      guard let active = try session(of: subject) else { return .failure(.notSignedIn) }
      guard active.session.ending == nil else { return .failure(.sessionEnded(active)) }
      meant = active.session.id
    case .all:
      meant = nil
    }
    let isOthers = if case .others = scope { true } else { false }
    // A condition for each case, so that a single session is found by its ID and the others are
    // read in order.
    let condition =
      switch (meant, isOthers) {
      case (nil, _): "?1 IS NULL"
      case (_, true): "session.id <> ?1"
      case (_, false): "session.id = ?1"
      }
    return .success(
      try rows(
        """
        \(Self.entries)
        WHERE session.ended_at IS NULL AND \(condition) ORDER BY session.number
        """,
        .text(meant?.description)
      ) { row throws(StoreFailure) in try row.sessionEntry() }
    )
  }

  private func isKnown(_ id: SessionID) throws(StoreFailure) -> Bool {
    try row("SELECT 1 FROM session WHERE id = ?", .text(id.description)) { _ in true } ?? false
  }

  func sessions(endedLimit: Int) throws(StoreFailure) -> SessionList {
    let limit = Int64(max(0, endedLimit))
    let entries = try rows(Self.openAndLastEnded, .integer(limit)) { row throws(StoreFailure) in
      try row.sessionEntry()
    }
    let next = try row(
      "SELECT 1 FROM session WHERE end_event IS NOT NULL LIMIT 1 OFFSET ?",
      .integer(limit)
    ) { _ in true }
    return SessionList(entries: entries, moreHaveEnded: next ?? false)
  }

  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) throws(StoreFailure) -> SessionList {
    let entries = try rows(
      Self.beginningWith,
      .text(prefix.text),
      .integer(Int64(max(0, limit)))
    ) { row throws(StoreFailure) in try row.sessionEntry() }
    return SessionList(entries: entries, moreHaveEnded: false)
  }

  func update(_ session: Session) throws(StoreFailure) {
    try run(
      "UPDATE session SET last_seen_at = ?, expires_at = ? WHERE id = ?",
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      .text(session.id.description)
    )
  }
}

extension SQLiteRow {
  /// The account in the first six columns with the session in the next ten.
  func activeSession() throws(StoreFailure) -> AccountSession {
    let account = try account(at: 0)
    return AccountSession(account: account, session: try session(of: account.id, at: 6))
  }

  /// The same session, with whether it is the active one.
  fileprivate func sessionEntry() throws(StoreFailure) -> SessionEntry {
    SessionEntry(holder: try activeSession(), isActive: try integer(16) != 0)
  }
}
