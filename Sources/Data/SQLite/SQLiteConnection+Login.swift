import MonikerDomain

/// An account with the number by which its other rows refer to it.
struct NumberedAccount {
  let number: Int64
  let account: Account
}

extension SQLiteConnection {
  /// The columns that make an account, for ``SQLiteRow/account(at:)``.
  static let accountColumns = """
    account.id, account.nickname, account.nickname_key, account.nickname_skeleton,
    account.shown_skeleton, account.created_at
    """

  /// The account that a nickname leads to: by its spelling before its key.
  func holder(
    of reference: NicknameReference,
    otherThan id: AccountID? = nil
  ) throws(StoreFailure) -> NumberedAccount? {
    // The key of a spelling begins with a space and comes before the other one.
    try row(
      """
      SELECT \(Self.accountColumns), number FROM account
      WHERE nickname_key IN (?, ?) AND id IS NOT ?
      ORDER BY nickname_key LIMIT 1
      """,
      .text(reference.spelling.text),
      reference.key.map { .text($0.text) } ?? .null,
      id.map { .text($0.description) } ?? .null
    ) { row throws(StoreFailure) in
      NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
    }
  }

  func account(with key: NicknameKey) throws(StoreFailure) -> Account? {
    try row(
      "SELECT \(Self.accountColumns) FROM account WHERE nickname_key = ?",
      .text(key.text)
    ) { row throws(StoreFailure) in try row.account(at: 0) }
  }

  /// The oldest account whose nickname one resembles.
  func lookalike(
    of nickname: Nickname,
    otherThan id: AccountID? = nil
  ) throws(StoreFailure) -> Account? {
    try row(
      """
      SELECT \(Self.accountColumns) FROM account
      WHERE (nickname_skeleton = ? OR shown_skeleton = ?) AND id IS NOT ?
      ORDER BY number LIMIT 1
      """,
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      id.map { .text($0.description) } ?? .null
    ) { row throws(StoreFailure) in try row.account(at: 0) }
  }

  func accounts() throws(StoreFailure) -> [Account] {
    try rows("SELECT \(Self.accountColumns) FROM account ORDER BY number") {
      row throws(StoreFailure) in try row.account(at: 0)
    }
  }

  func lapsedNicknames(limit: Int) throws(StoreFailure) -> [LapsedNickname] {
    // What has lapsed is kept with a space before it: the indexes find it without a scan.
    let accounts = try rows(
      """
      SELECT \(Self.accountColumns) FROM account
      WHERE nickname_key < '!' OR nickname_skeleton < '!' OR shown_skeleton < '!'
      ORDER BY number LIMIT ?
      """,
      .integer(Int64(max(0, limit)))
    ) { row throws(StoreFailure) in try row.account(at: 0) }
    var lapsed: [LapsedNickname] = []
    for account in accounts {
      lapsed.append(
        try LapsedNickname(
          account,
          holder: { key throws(StoreFailure) in try self.account(with: key) },
          lookalike: { nickname throws(StoreFailure) in
            try self.lookalike(of: nickname, otherThan: account.id)
          }
        )
      )
    }
    return lapsed
  }

  /// - Returns: who is signed in now, or why nobody is.
  func signIn(_ request: SignInRequest) throws(StoreFailure) -> Result<SignIn, NicknameError> {
    let holder = try holder(of: request.reference)
    let account: NumberedAccount
    if let holder {
      account = holder
    } else {
      switch try insertAccount(for: request) {
      case .success(let new): account = new
      case .failure(let refusal): return .failure(refusal)
      }
    }
    let earlier = try session(of: account)
    let kept = earlier?.kept(by: request)
    if let kept { try update(kept) }
    let session = if let kept { kept } else { try openSession(of: account, request) }
    try makeActive(account.number)
    return .success(
      SignIn(
        active: ActiveSession(account: account.account, session: session),
        isNewAccount: holder == nil,
        isNewSession: kept == nil,
        isRenewed: kept != nil && kept?.expiresAt != earlier?.expiresAt
      )
    )
  }

  /// Makes the session of the account with that number the active one.
  func makeActive(_ account: Int64) throws(StoreFailure) {
    try run(
      """
      INSERT OR REPLACE INTO active_session (slot, session)
      SELECT 1, number FROM session WHERE account = ?
      """,
      .integer(account)
    )
  }

  /// - Returns: the new account, or why there is none.
  private func insertAccount(
    for request: SignInRequest
  ) throws(StoreFailure) -> Result<NumberedAccount, NicknameError> {
    let nickname: Nickname
    switch request.claim {
    case .success(let claim): nickname = claim
    case .failure(let rejection): return .failure(.rejected(rejection))
    }
    if let lookalike = try lookalike(of: nickname) {
      return .failure(.resembles(nickname, holder: lookalike))
    }
    let account = Account(id: request.newAccountID, nickname: nickname, createdAt: request.time)
    return .success(NumberedAccount(number: try insert(account), account: account))
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at time: Timestamp
  ) throws(StoreFailure) -> Result<Renaming, NicknameError> {
    switch SessionSnapshot(active: try session(of: subject)).state(at: time) {
    case .signedOut:
      return .failure(.notSignedIn)
    case .expired(let active):
      return .failure(.sessionExpired(active))
    case .signedIn(let before):
      return try claim(nickname, for: before.account.id, at: time)
        .map { account in
          let after = ActiveSession(account: account, session: before.session)
          return Renaming(before: before, after: after)
        }
        .mapError { $0.error(for: nickname) }
    }
  }

  /// - Returns: the account as it now is, or why it cannot have the nickname.
  func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(StoreFailure) -> Result<Account, ClaimRefusal> {
    let own = try row(
      "SELECT \(Self.accountColumns) FROM account WHERE id = ?",
      .text(id.description)
    ) { row throws(StoreFailure) in try row.account(at: 0) }
    let holder = try holder(of: NicknameReference(nickname), otherThan: id)?.account
    let lookalike = try lookalike(of: nickname, otherThan: id)
    let account: Account
    do {
      account = Account(
        id: id,
        nickname: try nickname.claimed(over: own?.nickname, holder: holder, lookalike: lookalike),
        createdAt: own?.createdAt ?? time
      )
    } catch {
      return .failure(error)
    }
    if own == nil { try insert(account) } else { try update(account) }
    return .success(account)
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
  private func insert(_ account: Account) throws(StoreFailure) -> Int64 {
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
      .integer(account.createdAt.millisecondsSince1970)
    )
    return lastInsertedRow
  }

  private func session(of account: NumberedAccount) throws(StoreFailure) -> Session? {
    try row(
      """
      SELECT id, started_at, last_seen_at, expires_at, host, terminal FROM session
      WHERE account = ?
      """,
      .integer(account.number)
    ) { row throws(StoreFailure) in try row.session(of: account.account.id, at: 0) }
  }

  private func update(_ session: Session) throws(StoreFailure) {
    try run(
      "UPDATE session SET last_seen_at = ?, expires_at = ? WHERE id = ?",
      .integer(session.lastSeenAt.millisecondsSince1970),
      session.expiresAt.map { .integer($0.millisecondsSince1970) } ?? .null,
      .text(session.id.description)
    )
  }

  private func openSession(
    of account: NumberedAccount,
    _ request: SignInRequest
  ) throws(StoreFailure) -> Session {
    // The expired session is kept back if it has the identity that should be new: the insertion
    // is refused then, as it is by every other store.
    try run(
      "DELETE FROM session WHERE account = ? AND id <> ?",
      .integer(account.number),
      .text(request.newSessionID.description)
    )
    let session = Session(
      id: request.newSessionID,
      accountID: account.account.id,
      startedAt: request.time,
      lastSeenAt: request.time,
      expiresAt: request.expiresAt,
      origin: request.origin
    )
    try run(
      """
      INSERT INTO session
        (id, account, started_at, last_seen_at, expires_at, host, terminal)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(session.id.description),
      .integer(account.number),
      .integer(session.startedAt.millisecondsSince1970),
      .integer(session.lastSeenAt.millisecondsSince1970),
      session.expiresAt.map { .integer($0.millisecondsSince1970) } ?? .null,
      session.origin.host.map(SQLiteValue.text) ?? .null,
      session.origin.terminal.map(SQLiteValue.text) ?? .null
    )
    return session
  }
}
