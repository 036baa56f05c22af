import MonikerDomain
import MonikerModel

/// An account with the number of its row, which sessions refer to.
struct NumberedAccount {
  let number: Int64
  let account: Account
}

extension SQLiteConnection {
  /// The columns of an account, for ``SQLiteRow/account(at:)``.
  static let accountColumns = """
    account.id, account.nickname, account.nickname_key, account.nickname_skeleton,
    account.shown_skeleton, account.created_at
    """

  private static let holder = """
    SELECT \(accountColumns), number FROM account WHERE nickname_key = ? AND id IS NOT ?
    """

  private static let lookalike = """
    SELECT \(accountColumns) FROM account
    WHERE (nickname_skeleton = ? OR shown_skeleton = ?) AND id IS NOT ?
    ORDER BY number LIMIT 1
    """

  /// The account that holds a nickname, unless it has the excluded ID.
  func holder(
    of reference: NicknameReference,
    otherThan id: AccountID? = nil
  ) throws(StoreFailure) -> NumberedAccount? {
    try row(
      Self.holder,
      .text(reference.key?.text),
      id.map { .text($0.description) } ?? .null
    ) { row throws(StoreFailure) in
      NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
    }
  }

  /// The oldest account whose nickname looks like this one, except for the excluded ID.
  func lookalike(
    of nickname: Nickname,
    otherThan id: AccountID? = nil
  ) throws(StoreFailure) -> Account? {
    try row(
      Self.lookalike,
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      id.map { .text($0.description) } ?? .null
    ) { row throws(StoreFailure) in try row.account(at: 0) }
  }

  func account(of id: AccountID) throws(StoreFailure) -> NumberedAccount? {
    try row(
      "SELECT \(Self.accountColumns), number FROM account WHERE id = ?",
      .text(id.description)
    ) { row throws(StoreFailure) in
      NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
    }
  }

  /// - Returns: the session that is active now, or why the request was refused.
  func signIn(
    _ request: SignInChange
  ) throws(StoreFailure) -> Result<StoreStep<SignIn>, NicknameError> {
    try performOnce(request.context) { () throws(StoreFailure) in
      let holder = try holder(of: NicknameReference(request.nickname))
      let account: NumberedAccount
      if let holder {
        guard try isProven(holder, by: request) else {
          return .failure(.proofDemanded(holder.account))
        }
        account = holder
      } else {
        switch try addAccount(
          request.nickname,
          as: request.newAccountID,
          request.context
        ) {
        case .success(let new):
          account = new
          if let key = request.recoveryKey { try setRecoveryKey(key, of: new) }
        case .failure(let refusal): return .failure(refusal)
        }
      }
      return .success(
        .changed(try makeActive(account, for: request, isNewAccount: holder == nil))
      )
    }
  }

  /// Makes the session of an account on the device of a sign-in active, and opens one if necessary.
  func makeActive(
    _ account: NumberedAccount,
    for request: SignInChange,
    isNewAccount: Bool
  ) throws(StoreFailure) -> SignIn {
    let last = try session(of: account, on: request.context.deviceID).map {
      last throws(StoreFailure) in try recordExpiry(last, by: request.context.time)
    }
    if let last, last.session.ending == nil { return try keep(last, for: request) }
    return try openSession(of: account, for: request, isNewAccount: isNewAccount)
  }

  private func keep(
    _ earlier: AccountSession,
    for request: SignInChange
  ) throws(StoreFailure) -> SignIn {
    let kept = earlier.session.kept(on: request.terms, at: request.context.time)
    try update(kept)
    let device = request.context.deviceID
    if try session(of: .active, on: device)?.session.id != kept.id {
      try makeActive(kept.id, on: device)
      try record(.switched, of: earlier.account, kept.id, in: request.context)
    }
    return SignIn(
      active: AccountSession(account: earlier.account, session: kept),
      isNewAccount: false,
      isNewSession: false,
      isRenewed: kept.expiresAt != earlier.session.expiresAt
    )
  }

  private func openSession(
    of account: NumberedAccount,
    for request: SignInChange,
    isNewAccount: Bool
  ) throws(StoreFailure) -> SignIn {
    if let token = request.token { try setToken(token, of: request.context.deviceID) }
    let session = Session.opened(
      by: request.request,
      as: request.newSessionID,
      of: account.account.id,
      at: request.context.time
    )
    try insert(session, first: false)
    try makeActive(session.id, on: session.deviceID)
    try run(
      "UPDATE account SET last_signed_in_at = ? WHERE number = ?",
      .time(request.context.time),
      .integer(account.number)
    )
    try record(.signedIn, of: account.account, session.id, in: request.context)
    return SignIn(
      active: AccountSession(account: account.account, session: session),
      isNewAccount: isNewAccount,
      isNewSession: true
    )
  }

  func makeActive(_ session: SessionID, on device: DeviceID) throws(StoreFailure) {
    try run(
      """
      INSERT OR REPLACE INTO active_session (device, session)
      SELECT ?, number FROM session WHERE id = ?
      """,
      .text(device.description),
      .text(session.description)
    )
  }

  /// - Returns: the new account, or why it cannot have the nickname.
  private func addAccount(
    _ nickname: Nickname,
    as id: AccountID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<NumberedAccount, NicknameError> {
    if let conflict = try conflict(of: nickname, at: context.time) {
      return .failure(conflict.error(for: nickname))
    }
    let account = Account(id: id, nickname: nickname, createdAt: context.time)
    let number = try insert(account)
    try endRest(of: nickname, for: id, at: context.time)
    try record(.accountAdded, of: account, nil, in: context)
    return .success(NumberedAccount(number: number, account: account))
  }

  private func conflict(
    of nickname: Nickname,
    otherThan id: AccountID? = nil,
    at time: Timestamp
  ) throws(StoreFailure) -> NicknameConflict? {
    NicknameConflict(
      holder: try holder(of: NicknameReference(nickname), otherThan: id)?.account,
      lookalike: try lookalike(of: nickname, otherThan: id),
      rest: try endOfRest(of: nickname, otherThan: id, at: time)
    )
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Renaming>, NicknameError> {
    try performOnce(context) { () throws(StoreFailure) in
      let found = try session(of: subject, on: context.deviceID)
      guard let before = found?.state(at: context.time) else { return .failure(.notSignedIn) }
      guard before.session.ending == nil else { return .failure(.sessionEnded(before)) }
      guard let own = try account(of: before.account.id) else { return .failure(.notSignedIn) }
      return try makeAssignment(nickname, to: own, context).map { step in
        step.map {
          Renaming(before: before, after: AccountSession(account: $0, session: before.session))
        }
      }
    }
  }

  /// - Parameters:
  ///   - id: the account; nil for a new one.
  ///   - newID: the ID of a new account.
  /// - Returns: the account after the change, or why it cannot have the nickname.
  func assign(
    _ nickname: Nickname,
    to id: AccountID?,
    as newID: AccountID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Account>, NicknameError> {
    try performOnce(context) { () throws(StoreFailure) in
      guard let id else {
        return try addAccount(nickname, as: newID, context).map { .changed($0.account) }
      }
      guard let own = try visibleAccount(id, in: context.view) else {
        return .failure(.notSignedIn)
      }
      return try makeAssignment(nickname, to: own, context)
    }
  }

  /// - Parameter id: the account that would claim the nickname; nil for a new one.
  /// - Returns: why ``assign(_:to:as:_:)`` would refuse it.
  func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    in view: StoreView
  ) throws(StoreFailure) -> Result<NicknameConflict?, NicknameError> {
    if let id, try visibleAccount(id, in: view) == nil { return .failure(.notSignedIn) }
    return .success(try conflict(of: nickname, otherThan: id, at: view.time))
  }

  private func visibleAccount(
    _ id: AccountID,
    in view: StoreView
  ) throws(StoreFailure) -> NumberedAccount? {
    guard let found = try account(of: id), try isVisible(found, in: view) else { return nil }
    return found
  }

  private func makeAssignment(
    _ nickname: Nickname,
    to own: NumberedAccount,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Account>, NicknameError> {
    let rival = try conflict(of: nickname, otherThan: own.account.id, at: context.time)
    if let conflict = rival {
      return .failure(conflict.error(for: nickname))
    }
    let account = Account(
      id: own.account.id,
      nickname: nickname,
      createdAt: own.account.createdAt
    )
    guard account != own.account else { return .success(.unchanged(account)) }
    try update(account)
    try beginRest(of: own.account, at: context.time)
    try endRest(of: nickname, for: own.account.id, at: context.time)
    let last = try session(of: own, on: context.deviceID)?.session
    let open = last.flatMap { $0.isOpen(at: context.time) ? $0.id : nil }
    try record(.renamed, of: account, open, own.account.nickname.text, in: context)
    return .success(.changed(account))
  }

  private func update(_ account: Account) throws(StoreFailure) {
    try run(
      """
      UPDATE account
      SET nickname = ?, nickname_key = ?, nickname_skeleton = ?, shown_skeleton = ?
      WHERE id = ?
      """,
      .text(account.nickname.text),
      .text(account.nickname.key.text),
      .text(account.nickname.skeleton.text),
      .text(account.nickname.shownSkeleton.text),
      .text(account.id.description)
    )
  }

  /// - Returns: the number of the account's row.
  @discardableResult
  func insert(_ account: Account) throws(StoreFailure) -> Int64 {
    try run(
      """
      INSERT INTO account
        (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .text(account.id.description),
      .text(account.nickname.text),
      .text(account.nickname.key.text),
      .text(account.nickname.skeleton.text),
      .text(account.nickname.shownSkeleton.text),
      .time(account.createdAt)
    )
    return lastInsertedRow
  }
}
