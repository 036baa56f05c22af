#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  static let removeVoidLinks = ["<= $1", ">= $2"].map { condition in
    """
    DELETE FROM link WHERE device = ANY (ARRAY (
      SELECT device FROM link
      WHERE started_at \(condition) AND $1::bigint IS NOT NULL AND $2::bigint IS NOT NULL
      ORDER BY started_at LIMIT 100 FOR UPDATE SKIP LOCKED))
    """
  }

  func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    _ request: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Link>, CredentialError> {
    lock(request.deviceID)
    let context = try timed(request)
    let id = context.deviceID
    guard let device = try registeredDevice(id)?.device else {
      return .failure(.noSuchDevice(id))
    }
    write("DELETE FROM link WHERE device = $1", .id(id))
    for statement in Self.removeVoidLinks {
      write(statement, PostgreSQLValue.bounds(of: Link.lifetime, around: context.time))
    }
    let isTaken = try exists(
      "SELECT 1 FROM link WHERE device_code IN ($1, $2) OR user_code IN ($1, $2)",
      .digest(deviceCode),
      .digest(userCode)
    )
    guard !isTaken else { throw PostgreSQLFailure(.idInUse(at: location)) }
    write(
      """
      INSERT INTO link (device, device_code, user_code, purpose, started_at, host, terminal, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .id(id),
      .digest(deviceCode),
      .digest(userCode),
      .text(purpose.rawValue),
      .time(context.time),
      .text(context.origin.host),
      .text(context.origin.terminal),
      .text(LinkState.pending.rawValue)
    )
    let link = Link(
      from: device,
      for: purpose,
      origin: context.origin,
      startedAt: context.time
    )
    return .success(.changed(link))
  }

  func lookUpLink(
    userCode: SecretDigest,
    _ request: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<LinkLookup>, CredentialError> {
    lock(request.deviceID)
    return try lookUp(userCode: userCode, for: nil, try timed(request)).map { lookup in
      if case .found = lookup { .unchanged(lookup) } else { .changed(lookup) }
    }
  }

  func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<LinkDecision>, CredentialError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let approved = try account.flatMap { id throws(PostgreSQLFailure) in
        try self.account(of: id, locking: true)
      }
      switch try lookUp(userCode: userCode, for: account, context) {
      case .failure(let refusal): return .failure(refusal)
      case .success(.wrong): return .success(.changed(.wrong))
      case .success(.found(let link)):
        if let refusal = try refusal(of: approved, approving: link, context) {
          return .failure(refusal)
        }
        write(
          "UPDATE link SET state = $1, account = $2 WHERE device = $3",
          .text((account == nil ? LinkState.denied : .approved).rawValue),
          approved.map { .integer($0.number) } ?? .null,
          .id(link.device.id)
        )
        return .success(.changed(.decided))
      }
    }
  }

  /// Why an account, which is locked, cannot approve a link; nil if it can, or if the link is denied.
  private func refusal(
    of account: StoredAccount?,
    approving link: Link,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> CredentialError? {
    guard let account else { return nil }
    return link.refusal(
      approver: try session(of: account, on: context.deviceID)?.session,
      asker: try session(of: account, on: link.device.id)?.session,
      at: context.time
    )
  }

  static let pendingLink = """
    SELECT \(deviceColumns), link.host, link.terminal, link.started_at, link.purpose
    FROM link JOIN device ON device.id = link.device
    WHERE link.user_code = $1 AND link.state = 'pending' FOR UPDATE OF link
    """

  private func lookUp(
    userCode: SecretDigest,
    for account: AccountID?,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<LinkLookup, CredentialError> {
    guard try isSignedIn(account, context) else { return .failure(.notSignedIn) }
    let device = PostgreSQLValue.id(context.deviceID)
    let wrong = try row("SELECT since, count FROM wrong_code WHERE device = $1", device) {
      row throws(PostgreSQLFailure) in
      RecentCount(since: try row.timestamp(0), count: Int(try row.integer(1)))
    }
    if let end = wrong?.refusal(.wrongCodes, at: context.time) {
      return .failure(.tooManyWrongCodes(until: end))
    }
    let found = try row(Self.pendingLink, .digest(userCode)) { row throws(PostgreSQLFailure) in
      guard let purpose = LinkPurpose(rawValue: try row.text(8)) else { throw row.damaged(8) }
      return Link(
        from: try row.device(),
        for: purpose,
        origin: Origin(host: try row.optionalText(5), terminal: try row.optionalText(6)),
        startedAt: try row.timestamp(7)
      )
    }
    if let found, found.isValid(at: context.time),
      !found.isDecidedElsewhere(than: context.deviceID)
    {
      return .success(.found(found))
    }
    let next = RecentCount.added(to: wrong, .wrongCodes, at: context.time)
    write(
      """
      INSERT INTO wrong_code (device, since, count) VALUES ($1, $2, $3)
      ON CONFLICT (device) DO UPDATE SET since = excluded.since, count = excluded.count
      """,
      device,
      .time(next.since),
      .count(next.count)
    )
    return .success(.wrong)
  }

  static let isSignedIn = """
    SELECT 1 FROM session JOIN account ON account.number = session.account
    WHERE session.device = $1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > $2)
      AND ($3::text IS NULL OR account.id = $3)
    LIMIT 1
    """

  /// Whether an account, or any if it is nil, has an open session on the device of the call.
  private func isSignedIn(
    _ account: AccountID?,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Bool {
    try exists(Self.isSignedIn, .id(context.deviceID), .time(context.time), .id(account))
  }

  static let linkState = """
    SELECT state, started_at, \(PostgreSQLView.time(3)) FROM link
    WHERE device = $1 AND device_code = $2
      AND NOT EXISTS (
        SELECT 1 FROM account
        WHERE account.number = link.account AND account.suspended_at IS NOT NULL)
    """

  /// - Parameter time: the time; nil for that of the database.
  func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID,
    at time: Timestamp?,
    locking isLocked: Bool = false
  ) throws(PostgreSQLFailure) -> Result<LinkState, CredentialError> {
    let found = try row(
      Self.linkState + (isLocked ? " FOR UPDATE OF link" : ""),
      .id(device),
      .digest(deviceCode),
      .time(time)
    ) { row throws(PostgreSQLFailure) in
      guard let state = LinkState(rawValue: try row.text(0)) else { throw row.damaged(0) }
      let isValid = Link.isValid(startedAt: try row.timestamp(1), at: try row.timestamp(2))
      return isValid ? state : nil
    }
    guard let found, let state = found else { return .failure(.noSuchLink) }
    return .success(state)
  }

  /// Uses a link up as the proof for what its device has asked for.
  ///
  /// - Returns: whether another device has approved it for the account.
  func useLink(
    _ deviceCode: SecretDigest,
    for purpose: LinkPurpose,
    of account: StoredAccount,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Bool {
    let state = try linkState(
      deviceCode: deviceCode,
      on: context.deviceID,
      at: context.time,
      locking: true
    )
    guard case .success(.approved) = state else { return false }
    return try exists(
      "DELETE FROM link WHERE device = $1 AND purpose = $2 AND account = $3 RETURNING 1",
      .id(context.deviceID),
      .text(purpose.rawValue),
      .integer(account.number)
    )
  }

  /// Voids the links that were approved for some accounts, which are locked.
  func voidLinks(of accounts: some Sequence<Int64>) {
    write("DELETE FROM link WHERE account = ANY ($1)", .integers(Set(accounts).sorted()))
  }

  static let linkedAccount = """
    SELECT \(storedAccountColumns), link.purpose
    FROM link JOIN account ON account.number = link.account
    WHERE link.device = $1 FOR NO KEY UPDATE OF account
    """

  func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    as newID: SessionID,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SignIn>, CredentialError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let device = PostgreSQLValue.id(context.deviceID)
      let isForElse = try exists(
        "SELECT 1 FROM link WHERE device = $1 AND purpose <> $2",
        device,
        .text(LinkPurpose.signIn.rawValue)
      )
      guard !isForElse else { return .failure(.noSuchLink) }
      switch try linkState(deviceCode: deviceCode, on: context.deviceID, at: context.time) {
      case .failure(let refusal): return .failure(refusal)
      case .success(.approved): break
      case .success(let state): return .failure(.linkNotApproved(state))
      }
      let account = try row(Self.linkedAccount, device) { row throws(PostgreSQLFailure) in
        try row.storedAccount()
      }
      guard let account, account.suspendedAt == nil else { return .failure(.noSuchLink) }
      // Until the account was locked, a revocation may have voided the link.
      let isVoid = try !exists("DELETE FROM link WHERE device = $1 RETURNING 1", device)
      guard !isVoid else { return .failure(.noSuchLink) }
      let request = SignInChange(
        nickname: account.account.nickname,
        newAccountID: account.account.id,
        newSessionID: newID,
        on: terms,
        at: context
      )
      let known = try sessions(of: account, on: context.deviceID)
      return .success(.changed(try makeActive(account, known, for: request, isNewAccount: false)))
    }
  }
}
#endif
