#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  static let holder = "SELECT \(storedAccountColumns) FROM account WHERE nickname_key = $1"

  static let lookalike = """
    SELECT \(storedAccountColumns) FROM account
    WHERE (nickname_skeleton = $1 OR shown_skeleton = $2) AND id IS DISTINCT FROM $3
    ORDER BY number LIMIT 1
    """

  /// Locks the account of a look-up, until the end of the transaction, against other changes of it.
  static let locked = " FOR NO KEY UPDATE"

  /// The account that holds a nickname, unless it has the excluded ID.
  func holder(
    of reference: NicknameReference,
    otherThan id: AccountID? = nil,
    locking isLocked: Bool = false
  ) throws(PostgreSQLFailure) -> StoredAccount? {
    guard let key = reference.key else { return nil }
    let found = try row(Self.holder + (isLocked ? Self.locked : ""), .text(key.text)) {
      row throws(PostgreSQLFailure) in try row.storedAccount()
    }
    return found?.account.id == id ? nil : found
  }

  /// The oldest account whose nickname looks like this one, except for the excluded ID.
  func lookalike(
    of nickname: Nickname,
    otherThan id: AccountID? = nil
  ) throws(PostgreSQLFailure) -> Account? {
    try row(
      Self.lookalike,
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      .id(id)
    ) { row throws(PostgreSQLFailure) in try row.account(at: 0) }
  }

  static let accountOfID = "SELECT \(storedAccountColumns) FROM account WHERE id = $1"

  func account(
    of id: AccountID,
    locking isLocked: Bool = false
  ) throws(PostgreSQLFailure) -> StoredAccount? {
    try row(Self.accountOfID + (isLocked ? Self.locked : ""), .id(id)) {
      row throws(PostgreSQLFailure) in try row.storedAccount()
    }
  }

  /// - Returns: the session that is active now, or why the request was refused.
  func signIn(
    _ request: SignInChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SignIn>, NicknameError> {
    try performOnce(request.context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let request = request.at(context)
      while true {
        let holder = try holder(of: NicknameReference(request.nickname), locking: true)
        if let holder { return try signIn(request, to: holder) }
        let conflict = try conflict(of: request.nickname, at: context.time)
        // Somebody has claimed it since the look-up, and is the holder now.
        if case .taken = conflict { continue }
        if let conflict { return .failure(conflict.error(for: request.nickname)) }
        return try signInAnew(request)
      }
    }
  }

  private func signIn(
    _ request: SignInChange,
    to holder: StoredAccount
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SignIn>, NicknameError> {
    let known = try sessions(of: holder, on: request.context.deviceID)
    guard isProven(holder, by: request, last: known.last) else {
      return .failure(.proofDemanded(holder.account))
    }
    guard holder.suspendedAt == nil else { return .failure(.suspended(holder.account)) }
    return .success(.changed(try makeActive(holder, known, for: request, isNewAccount: false)))
  }

  /// Adds an account and signs it in.
  private func signInAnew(
    _ request: SignInChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<SignIn>, NicknameError> {
    let context = request.context
    if let quota = request.quota, let end = try countSignUp(quota, at: context.time) {
      return .failure(.tooManyAccounts(until: end))
    }
    let account = try addAccount(request.nickname, as: request.newAccountID, context)
    if let key = request.recoveryKey { setRecoveryKey(key, of: account) }
    let none = (last: AccountSession?.none, active: SessionID?.none)
    return .success(.changed(try makeActive(account, none, for: request, isNewAccount: true)))
  }

  /// The session of an account on a device, and the active one there, in one message.
  func sessions(
    of account: StoredAccount,
    on device: DeviceID
  ) throws(PostgreSQLFailure) -> (last: AccountSession?, active: SessionID?) {
    let found = try all([
      (Self.lastOfAccount + Self.lockedSession, [.integer(account.number), .id(device)]),
      (Self.activeID, [.id(device)]),
    ])
    return (
      Self.unlessSignedOut(try found[0].first?.accountSession()),
      try found[1].first?.identifier(0)
    )
  }

  /// Makes the session of an account on the device of a sign-in active, and opens one if necessary.
  ///
  /// - Parameter known: the session of the account on the device, and the ID of the active one there.
  func makeActive(
    _ account: StoredAccount,
    _ known: (last: AccountSession?, active: SessionID?),
    for request: SignInChange,
    isNewAccount: Bool
  ) throws(PostgreSQLFailure) -> SignIn {
    if let last = known.last {
      if last.session.ending == nil, last.session.hasExpired(by: request.context.time) {
        try refuseUsed(request.newSessionID)
      }
      let last = try recordExpiry(last, by: request.context.time)
      if last.session.ending == nil {
        return keep(last, of: account.number, insteadOf: known.active, for: request)
      }
    }
    return try openSession(of: account, for: request, isNewAccount: isNewAccount)
  }

  /// Refuses the ID of a new session that is in use before an event draws its number: a refused call leaves
  /// no gap.
  private func refuseUsed(_ id: SessionID) throws(PostgreSQLFailure) {
    guard try exists("SELECT 1 FROM session WHERE id = $1", .id(id)) else { return }
    throw PostgreSQLFailure(.idInUse(at: location))
  }

  private func keep(
    _ earlier: AccountSession,
    of number: Int64,
    insteadOf active: SessionID?,
    for request: SignInChange
  ) -> SignIn {
    let kept = earlier.session.kept(on: request.terms, at: request.context.time)
    update(kept)
    if active != kept.id {
      makeActive(kept.id, on: kept.deviceID)
      record(.switched, of: earlier.account, number, kept.id, in: request.context)
    }
    return SignIn(
      active: AccountSession(account: earlier.account, session: kept),
      isNewAccount: false,
      isNewSession: false,
      isRenewed: kept.expiresAt != earlier.session.expiresAt
    )
  }

  private func openSession(
    of account: StoredAccount,
    for request: SignInChange,
    isNewAccount: Bool
  ) throws(PostgreSQLFailure) -> SignIn {
    let context = request.context
    if let token = request.token { try setToken(token, of: context.deviceID) }
    let session = Session.opened(
      by: request.request,
      as: request.newSessionID,
      of: account.account.id,
      at: context.time
    )
    insert(session, first: false)
    makeActive(session.id, on: session.deviceID)
    write(
      "UPDATE account SET last_signed_in_at = $1 WHERE number = $2",
      .time(context.time),
      .integer(account.number)
    )
    // The events come last: what is refused before draws no event number.
    if isNewAccount { record(.accountAdded, of: account.account, account.number, nil, in: context) }
    record(.signedIn, of: account.account, account.number, session.id, in: context)
    return SignIn(
      active: AccountSession(account: account.account, session: session),
      isNewAccount: isNewAccount,
      isNewSession: true
    )
  }

  func makeActive(_ session: SessionID, on device: DeviceID) {
    write(
      """
      INSERT INTO active_session (device, session)
      SELECT $1, number FROM session WHERE id = $2
      ON CONFLICT (device) DO UPDATE SET session = excluded.session
      """,
      .id(device),
      .id(session)
    )
  }

  /// Adds an account, without its event.
  func addAccount(
    _ nickname: Nickname,
    as id: AccountID,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> StoredAccount {
    let account = Account(id: id, nickname: nickname, createdAt: context.time)
    let number = try insert(account)
    endRest(of: nickname, for: id, at: context.time)
    return StoredAccount(number: number, account: account, recoveryKey: nil, suspendedAt: nil)
  }

  // The events of an account that was removed, and comes back with its ID, are still there.
  static let insertAccount = """
    INSERT INTO account
      (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at, event_count)
    VALUES ($1::text, $2, $3, $4, $5, $6,
      (SELECT count(*) FROM event WHERE event.account = $1::text))
    RETURNING number
    """

  static func values(_ account: Account) -> [PostgreSQLValue] {
    [
      .id(account.id), .text(account.nickname.text), .text(account.nickname.key.text),
      .text(account.nickname.skeleton.text), .text(account.nickname.shownSkeleton.text),
      .time(account.createdAt),
    ]
  }

  /// - Returns: the number of the account's row.
  @discardableResult
  func insert(_ account: Account) throws(PostgreSQLFailure) -> Int64 {
    let numbers = try rows((Self.insertAccount, Self.values(account))) {
      row throws(PostgreSQLFailure) in try row.integer(0)
    }
    return numbers.first ?? 0
  }
}

extension SignInChange {
  /// The same sign-in with another context.
  func at(_ context: ChangeContext) -> SignInChange {
    SignInChange(
      nickname: nickname,
      newAccountID: newAccountID,
      newSessionID: newSessionID,
      on: terms,
      proof: proof,
      recoveryKey: recoveryKey,
      token: token,
      quota: quota,
      at: context
    )
  }
}
#endif
