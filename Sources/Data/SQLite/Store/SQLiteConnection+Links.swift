import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Link>, CredentialError> {
    try perform(context) { () throws(StoreFailure) in
      let id = context.deviceID
      guard let device = try registeredDevice(id) else { return .failure(.noSuchDevice(id)) }
      try run(
        "DELETE FROM link WHERE device = ?1 OR started_at <= ?2 OR started_at >= ?3",
        .text(id.description),
        .integer(context.time.millisecondsSince1970 - Link.lifetime.wholeMilliseconds),
        .integer(context.time.millisecondsSince1970 + Link.lifetime.wholeMilliseconds)
      )
      let codes = [deviceCode.hexadecimal, userCode.hexadecimal]
      let taken = try row(
        "SELECT 1 FROM link WHERE device_code IN (?1, ?2) OR user_code IN (?1, ?2)",
        .text(codes[0]),
        .text(codes[1])
      ) { _ in true }
      guard taken == nil else { throw .idInUse(at: location) }
      try run(
        """
        INSERT INTO link (device, device_code, user_code, purpose, started_at, host, terminal, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .text(id.description),
        .text(codes[0]),
        .text(codes[1]),
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
  }

  func lookUpLink(
    userCode: SecretDigest,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<LinkLookup>, CredentialError> {
    try perform(context) { () throws(StoreFailure) in
      try lookUp(userCode: userCode, for: nil, context).map { lookup in
        if case .found = lookup { .unchanged(lookup) } else { .changed(lookup) }
      }
    }
  }

  func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<LinkDecision>, CredentialError> {
    try performOnce(context) { () throws(StoreFailure) in
      switch try lookUp(userCode: userCode, for: account, context) {
      case .failure(let refusal): return .failure(refusal)
      case .success(.wrong): return .success(.changed(.wrong))
      case .success(.found(let link)):
        if let refusal = try refusal(of: account, approving: link, context) {
          return .failure(refusal)
        }
        try run(
          """
          UPDATE link SET state = ?, account = (SELECT number FROM account WHERE id = ?)
          WHERE device = ?
          """,
          .text((account == nil ? LinkState.denied : .approved).rawValue),
          .text(account?.description),
          .text(link.device.id.description)
        )
        return .success(.changed(.decided))
      }
    }
  }

  /// Why an account cannot approve a link; nil if it can, or if the link is denied.
  private func refusal(
    of id: AccountID?,
    approving link: Link,
    _ context: ChangeContext
  ) throws(StoreFailure) -> CredentialError? {
    guard let id else { return nil }
    guard let account = try account(of: id) else { return .notSignedIn }
    return link.refusal(
      approver: try session(of: account, on: context.deviceID)?.session,
      asker: try session(of: account, on: link.device.id)?.session,
      at: context.time
    )
  }

  static let pendingLink = """
    SELECT \(deviceColumns), link.host, link.terminal, link.started_at, link.purpose
    FROM link JOIN device ON device.id = link.device
    WHERE link.user_code = ? AND link.state = 'pending'
    """

  private func lookUp(
    userCode: SecretDigest,
    for account: AccountID?,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<LinkLookup, CredentialError> {
    guard try isSignedIn(account, context) else { return .failure(.notSignedIn) }
    try makeAdditionalTables()
    let device = SQLiteValue.text(context.deviceID.description)
    let wrong = try row("SELECT since, count FROM wrong_code WHERE device = ?", device) {
      row throws(StoreFailure) in
      RecentCount(since: try row.timestamp(0), count: Int(try row.integer(1)))
    }
    if let end = wrong?.refusal(.wrongCodes, at: context.time) {
      return .failure(.tooManyWrongCodes(until: end))
    }
    let found = try row(
      Self.pendingLink,
      .text(userCode.hexadecimal)
    ) { row throws(StoreFailure) in
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
    try run(
      "INSERT OR REPLACE INTO wrong_code (device, since, count) VALUES (?, ?, ?)",
      device,
      .time(next.since),
      .integer(Int64(next.count))
    )
    return .success(.wrong)
  }

  /// Whether an account, or any if it is nil, has an open session on the device of the call.
  private func isSignedIn(
    _ account: AccountID?,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Bool {
    try row(
      """
      SELECT 1 FROM session JOIN account ON account.number = session.account
      WHERE session.device = ?1 AND session.ended_at IS NULL
        AND (session.expires_at IS NULL OR session.expires_at > ?2)
        AND (?3 IS NULL OR account.id = ?3)
      LIMIT 1
      """,
      .text(context.deviceID.description),
      .time(context.time),
      .text(account?.description)
    ) { _ in true } ?? false
  }

  func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID,
    at time: Timestamp
  ) throws(StoreFailure) -> Result<LinkState, CredentialError> {
    guard try hasAdditionalTables() else { return .failure(.noSuchLink) }
    let found = try row(
      """
      SELECT state, started_at FROM link WHERE device = ? AND device_code = ?
        AND NOT EXISTS (
          SELECT 1 FROM account
          WHERE account.number = link.account AND account.suspended_at IS NOT NULL)
      """,
      .text(device.description),
      .text(deviceCode.hexadecimal)
    ) { row throws(StoreFailure) in
      guard let state = LinkState(rawValue: try row.text(0)) else { throw row.damaged(0) }
      return (state: state, startedAt: try row.timestamp(1))
    }
    guard let found, Link.isValid(startedAt: found.startedAt, at: time) else {
      return .failure(.noSuchLink)
    }
    return .success(found.state)
  }

  private func hasLink(
    of device: SQLiteValue,
    forOtherThan purpose: LinkPurpose
  ) throws(StoreFailure) -> Bool {
    guard try hasAdditionalTables() else { return false }
    return try row(
      "SELECT 1 FROM link WHERE device = ? AND purpose <> ?",
      device,
      .text(purpose.rawValue)
    ) { _ in true } ?? false
  }

  /// Uses a link up as the proof for what its device has asked for.
  ///
  /// - Returns: whether another device has approved it for the account.
  func useLink(
    _ deviceCode: SecretDigest,
    for purpose: LinkPurpose,
    of account: NumberedAccount,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Bool {
    let state = try linkState(deviceCode: deviceCode, on: context.deviceID, at: context.time)
    guard case .success(.approved) = state else { return false }
    let before = writtenRowCount
    try run(
      "DELETE FROM link WHERE device = ? AND purpose = ? AND account = ?",
      .text(context.deviceID.description),
      .text(purpose.rawValue),
      .integer(account.number)
    )
    return writtenRowCount > before
  }

  /// Voids the links that were approved for some accounts.
  func voidLinks(of accounts: some Sequence<AccountID>) throws(StoreFailure) {
    guard try hasAdditionalTables() else { return }
    for id in Set(accounts) {
      try run(
        "DELETE FROM link WHERE account = (SELECT number FROM account WHERE id = ?)",
        .text(id.description)
      )
    }
  }

  func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    as newID: SessionID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<SignIn>, CredentialError> {
    try performOnce(context) { () throws(StoreFailure) in
      let device = SQLiteValue.text(context.deviceID.description)
      guard try !hasLink(of: device, forOtherThan: .signIn) else { return .failure(.noSuchLink) }
      switch try linkState(deviceCode: deviceCode, on: context.deviceID, at: context.time) {
      case .failure(let refusal): return .failure(refusal)
      case .success(.approved): break
      case .success(let state): return .failure(.linkNotApproved(state))
      }
      let account = try row(
        """
        SELECT \(Self.accountColumns), account.number
        FROM link JOIN account ON account.number = link.account WHERE link.device = ?
        """,
        device
      ) { row throws(StoreFailure) in
        NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
      }
      guard let account else { return .failure(.noSuchLink) }
      try run("DELETE FROM link WHERE device = ?", device)
      let request = SignInChange(
        nickname: account.account.nickname,
        newAccountID: account.account.id,
        newSessionID: newID,
        on: terms,
        at: context
      )
      return .success(.changed(try makeActive(account, for: request, isNewAccount: false)))
    }
  }
}
