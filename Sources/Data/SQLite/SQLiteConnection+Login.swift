import MonikerDomain

/// An account with the number by which its other rows refer to it.
struct NumberedAccount {
  let number: Int64
  let account: Account
}

extension SQLiteConnection {
  func holder(of key: NicknameKey) throws(StoreFailure) -> NumberedAccount? {
    try row(
      "SELECT id, nickname, nickname_key, created_at, number FROM account WHERE nickname_key = ?",
      .text(key.text)
    ) { row throws(StoreFailure) in
      NumberedAccount(number: try row.integer(4), account: try row.account(at: 0))
    }
  }

  func insertAccount(
    for request: SignInRequest
  ) throws(StoreFailure) -> NumberedAccount {
    let account = Account(
      id: request.newAccountID,
      nickname: request.nickname,
      createdAt: request.time
    )
    return NumberedAccount(number: try insert(account), account: account)
  }

  func renameActive(
    to nickname: Nickname,
    at time: Timestamp
  ) throws(StoreFailure) -> Result<Renaming, NicknameError> {
    switch SessionSnapshot(active: try activeSession()).state(at: time) {
    case .signedOut:
      return .failure(.notSignedIn)
    case .expired(let active):
      return .failure(.sessionExpired(active))
    case .signedIn(let before):
      if let holder = try holder(of: nickname.key)?.account, holder.id != before.account.id {
        return .failure(.taken(nickname, holder: holder))
      }
      let account = try claim(nickname, for: before.account.id, at: time)
      let after = ActiveSession(account: account, session: before.session)
      return .success(Renaming(before: before, after: after))
    }
  }

  /// - Returns: the account as it now is.
  func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(StoreFailure) -> Account {
    let createdAt = try row(
      "UPDATE account SET nickname = ?, nickname_key = ? WHERE id = ? RETURNING created_at",
      .text(nickname.text),
      .text(nickname.key.text),
      .text(id.description)
    ) { row throws(StoreFailure) in try row.timestamp(0) }
    let account = Account(id: id, nickname: nickname, createdAt: createdAt ?? time)
    if createdAt == nil { try insert(account) }
    return account
  }

  /// - Returns: the number of the account's row.
  @discardableResult
  private func insert(_ account: Account) throws(StoreFailure) -> Int64 {
    try run(
      "INSERT INTO account (id, nickname, nickname_key, created_at) VALUES (?, ?, ?, ?)",
      .text(account.id.description),
      .text(account.nickname.text),
      .text(account.nickname.key.text),
      .integer(account.createdAt.millisecondsSince1970)
    )
    return lastInsertedRow
  }

  /// - Returns: the account's session as it is now seen; nil if there is none or it has expired.
  func keepSession(
    of account: NumberedAccount,
    at time: Timestamp
  ) throws(StoreFailure) -> Session? {
    let time = SQLiteValue.integer(time.millisecondsSince1970)
    return try row(
      """
      UPDATE session SET last_seen_at = max(last_seen_at, ?)
      WHERE account = ? AND (expires_at IS NULL OR expires_at > ?)
      RETURNING id, started_at, last_seen_at, expires_at, host, terminal
      """,
      time,
      .integer(account.number),
      time
    ) { row throws(StoreFailure) in try row.session(of: account.account.id, at: 0) }
  }

  func openSession(
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
