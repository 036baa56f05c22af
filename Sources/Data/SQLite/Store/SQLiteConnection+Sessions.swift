import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// The columns of an account and its session, for ``SQLiteRow/activeSession()``.
  static let sessionColumns = """
    \(accountColumns),
    session.id, session.device, session.started_at, session.last_seen_at, session.expires_at, session.idle_timeout,
    session.host, session.terminal, session.ended_at, session.end_reason, session.end_event
    """

  /// Sessions, each with a last column that says whether it is the active one of the device ?1.
  static let entries = """
    SELECT \(sessionColumns),
      session.number IS (SELECT session FROM active_session WHERE device = ?1), session.number
    FROM session JOIN account ON account.number = session.account
    """

  func snapshot(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> SessionSnapshot {
    SessionSnapshot(active: try session(of: subject, on: device))
  }

  static let lastOfAccount = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.account = ? AND session.device = ? ORDER BY session.number DESC LIMIT 1
    """

  // Outer joins: a reference to a missing row returns NULL values, which are refused as damaged.
  // Inner joins would return no row, which means that no session is active.
  static let active = """
    SELECT \(sessionColumns) FROM active_session
    LEFT JOIN session ON session.number = active_session.session
      AND session.device = active_session.device
    LEFT JOIN account ON account.number = session.account
    WHERE active_session.device = ?
    """

  static let stillOpen = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.device = ? AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > ?)
    ORDER BY session.number LIMIT ?
    """

  static func openSessions(_ view: StoreView) -> String {
    """
    \(entries)
    WHERE session.ended_at IS NULL AND session.number > ?3
      AND \(view.condition(on: "session.account"))
    ORDER BY session.number LIMIT ?4
    """
  }

  static func endedSessions(_ view: StoreView) -> String {
    """
    \(entries)
    WHERE session.end_event IS NOT NULL AND session.end_event < ?3
      AND \(view.condition(on: "session.account"))
    ORDER BY session.end_event DESC LIMIT ?4
    """
  }

  // No ID has a character after "f". The unary plus keeps SQLite from scanning all sessions in the
  // order of their numbers.
  static func beginningWith(_ view: StoreView) -> String {
    """
    \(entries)
    WHERE session.id >= ?3 AND session.id < ?3 || 'g'
      AND \(view.condition(on: "session.account"))
    ORDER BY +session.number LIMIT ?4
    """
  }

  func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> AccountSession? {
    switch subject {
    case .active:
      return try row(Self.active, .text(device.description)) { row throws(StoreFailure) in
        try row.activeSession()
      }
    case .holder(let reference):
      guard let holder = try holder(of: reference) else { return nil }
      return try session(of: holder, on: device)
    case .account(let id):
      guard let holder = try account(of: id) else { return nil }
      return try session(of: holder, on: device)
    }
  }

  /// The session of an account on a device: the last one there, unless it was signed out.
  func session(
    of holder: NumberedAccount,
    on device: DeviceID
  ) throws(StoreFailure) -> AccountSession? {
    let last = try row(
      Self.lastOfAccount,
      .integer(holder.number),
      .text(device.description)
    ) { row throws(StoreFailure) in try row.activeSession() }
    return last?.session.ending?.reason == .signedOut ? nil : last
  }

  func renew(
    _ subject: SessionSubject,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<SessionSnapshot>, SessionError> {
    try perform(context) { () throws(StoreFailure) in
      let active = try sessionToRenew(of: subject, on: context.deviceID)
      guard let active, let used = active.session.used(at: context.time) else {
        return .success(.unchanged(SessionSnapshot(active: active)))
      }
      try update(used)
      let renewed = AccountSession(account: active.account, session: used)
      return .success(.changed(SessionSnapshot(active: renewed)))
    }
  }

  /// The same as ``session(of:on:)``, with fewer reads if an account is the active one, as those that a service
  /// renews nearly always are.
  private func sessionToRenew(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> AccountSession? {
    // An account has one open session on a device at most.
    if case .account(let id) = subject, let active = try session(of: .active, on: device),
      active.account.id == id, active.session.ending == nil
    {
      return active
    }
    return try session(of: subject, on: device)
  }

  func signOut(
    _ subject: SessionSubject,
    _ context: ChangeContext,
    naming limit: Int
  ) throws(StoreFailure) -> Result<StoreStep<SignOut>, SessionError> {
    try performOnce(context) { () throws(StoreFailure) in
      let device = context.deviceID
      let active = try session(of: subject, on: device)
      let current =
        if case .active = subject { active } else { try session(of: .active, on: device) }
      let isActive = active != nil && active?.session.id == current?.session.id
      let isOpen = active?.session.isOpen(at: context.time) ?? false
      guard let active, isActive || isOpen else {
        return .success(.unchanged(try signOut(ended: nil, context, naming: limit)))
      }
      let ended =
        isOpen
        ? try end(active, .signedOut, in: context) : try recordExpiry(active, by: context.time)
      if isActive {
        try run("DELETE FROM active_session WHERE device = ?", .text(device.description))
      }
      // Without an event, nothing else removes a session that is active no longer.
      if active.session.ending != nil {
        try forget(active.account.id.description, keeping: settings().historyLimit)
      }
      return .success(.changed(try signOut(ended: ended, context, naming: limit)))
    }
  }

  /// A sign-out with the sessions that stayed open.
  private func signOut(
    ended: AccountSession?,
    _ context: ChangeContext,
    naming limit: Int
  ) throws(StoreFailure) -> SignOut {
    let named = Int64(max(0, limit))
    let open = try rows(
      Self.stillOpen,
      .text(context.deviceID.description),
      .time(context.time),
      .integer(named == .max ? .max : named + 1)
    ) { row throws(StoreFailure) in try row.activeSession() }
    return SignOut(ended: ended, open: open, limit: limit)
  }

  func endSessions(
    _ scope: SessionSelection,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<[SessionEntry]>, SessionError> {
    try performOnce(context) { () throws(StoreFailure) in
      let open: [SessionEntry]
      switch try openSessions(scope, context) {
      case .success(let found): open = found
      case .failure(let refusal): return .failure(refusal)
      }
      let before = writtenRowCount
      if let kept = scope.keptSubject {
        let own = try session(of: kept, on: context.deviceID)
        try voidLinks(of: own.map { [$0.account.id] } ?? [])
      }
      guard !open.isEmpty else {
        return .success(writtenRowCount > before ? .changed([]) : .unchanged([]))
      }
      try voidLinks(of: open.map(\.account.id))
      return .success(.changed(try revoke(open, in: context)))
    }
  }

  /// Revokes open sessions.
  ///
  /// - Returns: the sessions after their end.
  func revoke(
    _ open: [SessionEntry],
    in context: ChangeContext
  ) throws(StoreFailure) -> [SessionEntry] {
    var ended: [SessionEntry] = []
    for entry in open {
      let holder = try end(entry.holder, .revoked, in: context)
      ended.append(SessionEntry(holder: holder, isActive: entry.isActive))
    }
    return ended
  }

  private func openSessions(
    _ selection: SessionSelection,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<[SessionEntry], SessionError> {
    let scope = context.scope
    let meant: SessionID?
    switch selection {
    case .session(let id):
      guard try isKnown(id, in: context.view) else {
        return .failure(.noSuchSession(id.description))
      }
      meant = id
    case .subject(let subject), .others(let subject), .otherDevices(let subject):
      let found = try session(of: subject, on: scope.deviceID)
      guard let active = found?.state(at: context.time) else { return .failure(.notSignedIn) }
      guard active.session.ending == nil else { return .failure(.sessionEnded(active)) }
      meant = active.session.id
    case .all:
      meant = nil
    }
    return .success(
      try rows(
        Self.open(selection, in: context.view),
        .text(scope.deviceID.description),
        .time(context.time),
        .text(meant?.description),
        .integer(Int64(Session.maximumRevocations))
      ) { row throws(StoreFailure) in try row.sessionEntry() }
    )
  }

  /// The open sessions of a selection.
  ///
  /// A condition for each case, so that a single session is found by its ID, those of an account by an
  /// index, and the others are read in order.
  static func open(_ selection: SessionSelection, in view: StoreView) -> String {
    let condition =
      switch selection {
      case .session, .subject: "session.id = ?3"
      case .others: "session.id <> ?3"
      case .otherDevices:
        "session.account = (SELECT account FROM session WHERE id = ?3) AND session.id <> ?3"
      case .all: "?3 IS NULL"
      }
    return """
      \(entries)
      WHERE session.ended_at IS NULL AND (session.expires_at IS NULL OR session.expires_at > ?2)
        AND \(view.condition(on: "session.account")) AND \(condition)
      ORDER BY session.number LIMIT ?4
      """
  }

  private func isKnown(_ id: SessionID, in view: StoreView) throws(StoreFailure) -> Bool {
    try row(
      "SELECT 1 FROM session WHERE id = ?3 AND \(view.condition(on: "account"))",
      .text(view.deviceID.description),
      .time(view.time),
      .text(id.description)
    ) { _ in true } ?? false
  }

  func openSessions(
    _ page: PageRequest,
    in view: StoreView
  ) throws(StoreFailure) -> Page<SessionEntry> {
    let found = try rows(
      Self.openSessions(view),
      .text(view.deviceID.description),
      .time(view.time),
      .integer(try page.rowNumber(at: location, first: .min)),
      .integer(Int64(page.limit + 1))
    ) { row throws(StoreFailure) in (number: try row.integer(18), entry: try row.sessionEntry()) }
    return page.page(of: found)
  }

  func endedSessions(
    _ page: PageRequest,
    in view: StoreView
  ) throws(StoreFailure) -> Page<SessionEntry> {
    let found = try rows(
      Self.endedSessions(view),
      .text(view.deviceID.description),
      .time(view.time),
      .integer(try page.rowNumber(at: location, first: .max)),
      .integer(Int64(page.limit + 1))
    ) { row throws(StoreFailure) in (number: try row.integer(16), entry: try row.sessionEntry()) }
    return page.page(of: found)
  }

  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in view: StoreView
  ) throws(StoreFailure) -> SessionList {
    let entries = try rows(
      Self.beginningWith(view),
      .text(view.deviceID.description),
      .time(view.time),
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
  /// The account in the first six columns with the session in the next eleven.
  func activeSession() throws(StoreFailure) -> AccountSession {
    let account = try account(at: 0)
    return AccountSession(account: account, session: try session(of: account.id, at: 6))
  }

  /// The same session, with whether it is the active one.
  func sessionEntry() throws(StoreFailure) -> SessionEntry {
    SessionEntry(holder: try activeSession(), isActive: try integer(17) != 0)
  }
}
