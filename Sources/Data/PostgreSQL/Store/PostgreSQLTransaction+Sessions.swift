#if Server
import MonikerDomain
import MonikerModel

/// The sessions as the changes look them up.
extension PostgreSQLTransaction {
  static let lastOfAccount = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.account = $1 AND session.device = $2 ORDER BY session.number DESC LIMIT 1
    """

  static let active = """
    SELECT \(sessionColumns) FROM active_session
    JOIN session ON session.number = active_session.session
    JOIN account ON account.number = session.account
    WHERE active_session.device = $1
    """

  static let activeID = """
    SELECT session.id FROM active_session JOIN session ON session.number = active_session.session
    WHERE active_session.device = $1
    """

  /// Locks the session of a look-up: a renewal waits for it, and it for a renewal.
  static let lockedSession = " FOR NO KEY UPDATE OF session"

  static let activeAccount = """
    SELECT \(storedAccountColumns) FROM account WHERE number = (
      SELECT session.account FROM active_session
      JOIN session ON session.number = active_session.session WHERE active_session.device = $1)
    """

  static func unlessSignedOut(_ last: AccountSession?) -> AccountSession? {
    last?.session.ending?.reason == .signedOut ? nil : last
  }

  /// The session of a subject.
  ///
  /// - Parameter locking: the locks of its rows, for an active session and for that of an account.
  func session(
    of subject: SessionSubject,
    on device: DeviceID,
    locking locks: (active: String, other: String) = ("", "")
  ) throws(PostgreSQLFailure) -> AccountSession? {
    switch subject {
    case .active:
      return try activeSession(on: device, locking: locks.active)
    case .holder(let reference):
      guard let key = reference.key else { return nil }
      return try lastSession(Self.lastOfHolder + locks.other, .text(key.text), on: device)
    case .account(let id):
      return try lastSession(Self.lastOfAccountID + locks.other, .id(id), on: device)
    }
  }

  static let lastOfHolder = """
    SELECT \(sessionColumns) FROM account JOIN session ON session.account = account.number
    WHERE account.nickname_key = $1 AND session.device = $2 ORDER BY session.number DESC LIMIT 1
    """

  static let lastOfAccountID = """
    SELECT \(sessionColumns) FROM account JOIN session ON session.account = account.number
    WHERE account.id = $1 AND session.device = $2 ORDER BY session.number DESC LIMIT 1
    """

  private func lastSession(
    _ sql: String,
    _ subject: PostgreSQLValue,
    on device: DeviceID
  ) throws(PostgreSQLFailure) -> AccountSession? {
    Self.unlessSignedOut(
      try row(sql, subject, .id(device)) { row throws(PostgreSQLFailure) in
        try row.accountSession()
      }
    )
  }

  func activeSession(
    on device: DeviceID,
    locking: String = ""
  ) throws(PostgreSQLFailure) -> AccountSession? {
    try row(Self.active + locking, .id(device)) { row throws(PostgreSQLFailure) in
      try row.accountSession()
    }
  }

  /// The session of an account on a device: the last one there, unless it was signed out.
  func session(
    of account: StoredAccount,
    on device: DeviceID
  ) throws(PostgreSQLFailure) -> AccountSession? {
    Self.unlessSignedOut(
      try row(Self.lastOfAccount + Self.lockedSession, .integer(account.number), .id(device)) {
        row throws(PostgreSQLFailure) in try row.accountSession()
      }
    )
  }

  /// The session of an account on the device of a call, if it is open and has not expired.
  func openSession(
    of account: StoredAccount,
    on context: ChangeContext
  ) throws(PostgreSQLFailure) -> Session? {
    let last = try session(of: account, on: context.deviceID)?.session
    return last.flatMap { $0.isOpen(at: context.time) ? $0 : nil }
  }

  /// The account of a subject, which is locked, and its session.
  func heldSession(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(PostgreSQLFailure) -> (account: StoredAccount, session: AccountSession?)? {
    switch subject {
    case .active:
      let account = try row(Self.activeAccount + Self.locked, .id(device)) {
        row throws(PostgreSQLFailure) in try row.storedAccount()
      }
      guard let account else { return nil }
      return (account, try activeSession(on: device, locking: Self.lockedSession))
    case .holder(let reference):
      guard let account = try holder(of: reference, locking: true) else { return nil }
      return (account, try session(of: account, on: device))
    case .account(let id):
      guard let account = try account(of: id, locking: true) else { return nil }
      return (account, try session(of: account, on: device))
    }
  }

  // MARK: Renewal

  // A renewal waits for nobody, and changes the session alone. But what leads from the subject to the session
  // stays so until the end of the transaction: else a switch that others have seen before the renewal could
  // have been made during it.
  func renew(
    _ subject: SessionSubject,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SessionSnapshot>, SessionError> {
    let context = try timed(context)
    let seen = try session(of: subject, on: context.deviceID)
    guard let seen, seen.session.used(at: context.time) != nil else {
      return .success(.unchanged(SessionSnapshot(active: seen)))
    }
    let present = try session(of: subject, on: context.deviceID, locking: Self.renewalLocks)
    guard let present, let used = present.session.used(at: context.time) else {
      return .success(.unchanged(SessionSnapshot(active: present)))
    }
    update(used)
    let renewed = AccountSession(account: present.account, session: used)
    return .success(.changed(SessionSnapshot(active: renewed)))
  }

  static let renewalLocks = (
    active: lockedForRenewal + " FOR SHARE OF active_session NOWAIT", other: lockedForRenewal
  )

  private static let lockedForRenewal =
    " FOR NO KEY UPDATE OF session NOWAIT FOR SHARE OF account NOWAIT"

  func update(_ session: Session) {
    write(
      "UPDATE session SET last_seen_at = $1, expires_at = $2 WHERE id = $3",
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      .id(session.id)
    )
  }

  // MARK: Sign-out

  static let stillOpen = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.device = $1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > $2)
    ORDER BY session.number LIMIT $3
    """

  func signOut(
    _ subject: SessionSubject,
    _ context: ChangeContext,
    naming limit: Int
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SignOut>, SessionError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let device = context.deviceID
      let found = try heldSession(of: subject, on: device)
      let active = found?.session
      let current =
        if case .active = subject { active?.session.id } else { try activeID(on: device) }
      let isActive = active != nil && active?.session.id == current
      let isOpen = active?.session.isOpen(at: context.time) ?? false
      guard let found, let active, isActive || isOpen else {
        return .success(.unchanged(try signOut(ended: nil, context, naming: limit)))
      }
      let ended =
        isOpen
        ? try end([active], .signedOut, in: context).first ?? active
        : try recordExpiry(active, by: context.time)
      if isActive { write("DELETE FROM active_session WHERE device = $1", .id(device)) }
      // Without an event, nothing else removes a session that is active no longer.
      if active.session.ending != nil { noteEvents(of: found.account.number, count: 0) }
      return .success(.changed(try signOut(ended: ended, context, naming: limit)))
    }
  }

  func activeID(on device: DeviceID) throws(PostgreSQLFailure) -> SessionID? {
    try row(Self.activeID, .id(device)) { row throws(PostgreSQLFailure) in try row.identifier(0) }
  }

  /// A sign-out with the sessions that stayed open.
  private func signOut(
    ended: AccountSession?,
    _ context: ChangeContext,
    naming limit: Int
  ) throws(PostgreSQLFailure) -> SignOut {
    let named = Int64(max(0, limit))
    let open = try rows(
      Self.stillOpen,
      .id(context.deviceID),
      .time(context.time),
      .integer(named == .max ? .max : named + 1)
    ) { row throws(PostgreSQLFailure) in try row.accountSession() }
    return SignOut(ended: ended, open: open, limit: limit)
  }

  // MARK: Records

  static let insertSession = """
    INSERT INTO session
      (id, account, device, started_at, last_seen_at, expires_at, idle_timeout, host, terminal,
        ended_at, end_reason, end_event)
    VALUES ($1, (SELECT number FROM account WHERE id = $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """

  static let insertFirstSession = """
    INSERT INTO session
      (number, id, account, device, started_at, last_seen_at, expires_at, idle_timeout, host, terminal,
        ended_at, end_reason, end_event)
    VALUES ((SELECT min(number) - 1 FROM session), $1, (SELECT number FROM account WHERE id = $2), $3,
      $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """

  func insert(_ session: Session, first isFirst: Bool) {
    write(
      isFirst ? Self.insertFirstSession : Self.insertSession,
      .id(session.id),
      .id(session.accountID),
      .id(session.deviceID),
      .time(session.startedAt),
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      session.idleTimeout.map { .integer($0.wholeMilliseconds) } ?? .null,
      .text(session.origin.host),
      .text(session.origin.terminal),
      .time(session.ending?.time),
      .text(session.ending?.reason.rawValue),
      session.ending?.sequence.map { .integer(Int64($0)) } ?? .null
    )
  }
}
#endif
