#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  func issue(
    _ change: IdentityTokenChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    try performOnce(
      change.context,
      again: { known, context throws(PostgreSQLFailure) in
        try replaceDigest(of: known, with: change.digest, context)
      },
      { context throws(PostgreSQLFailure) in try makeToken(change.at(context)) }
    )
  }

  /// Gives a token that was issued before the digest of a repeated issue.
  private func replaceDigest(
    of token: IdentityToken,
    with digest: SecretDigest,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    let isKnown = try exists(
      "SELECT 1 FROM identity_token WHERE id = $1 FOR UPDATE",
      .id(token.id)
    )
    guard isKnown, !token.hasExpired(by: context.time) else {
      return .failure(.noSuchIdentityToken(token.id))
    }
    let isTaken = try exists(
      "SELECT 1 FROM identity_token WHERE digest = $1 AND id <> $2",
      .digest(digest),
      .id(token.id)
    )
    guard !isTaken else { throw PostgreSQLFailure(.idInUse(at: location)) }
    write(
      "UPDATE identity_token SET digest = $1 WHERE id = $2",
      .digest(digest),
      .id(token.id)
    )
    return .success(.changed(token))
  }

  private func makeToken(
    _ change: IdentityTokenChange
  ) throws(PostgreSQLFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    let (token, time) = (change.token, change.context.time)
    guard let account = try account(of: token.accountID, locking: true),
      let last = try session(of: account, on: token.deviceID)?.session, last.isOpen(at: time)
    else { return .failure(.notSignedIn) }
    let holder = PostgreSQLValue.integer(account.number)
    let digest = PostgreSQLValue.digest(change.digest)
    write(Self.removeExpiredTokens, holder, digest, .id(token.id), .time(time))
    let known = try row("\(Self.identityTokens) WHERE identity_token.digest = $1", digest) {
      row throws(PostgreSQLFailure) in try row.identityToken()
    }
    if let known {
      guard known.accountID == token.accountID, known.deviceID == token.deviceID else {
        throw PostgreSQLFailure(.idInUse(at: location))
      }
      return .success(.unchanged(known))
    }
    let count = try row("SELECT count(*) FROM identity_token WHERE account = $1", holder) {
      row throws(PostgreSQLFailure) in try row.integer(0)
    }
    guard count ?? 0 < IdentityToken.maximumCount else { return .failure(.tooManyIdentityTokens) }
    write(
      """
      INSERT INTO identity_token (id, digest, account, device, label, issued_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      .id(token.id),
      digest,
      holder,
      .id(token.deviceID),
      .text(token.label),
      .time(token.issuedAt),
      .time(token.expiresAt)
    )
    return .success(.changed(token))
  }

  static let removeExpiredTokens = """
    DELETE FROM identity_token
    WHERE (account = $1 OR digest = $2 OR id = $3) AND expires_at <= $4
    """

  static let accountOfIdentityToken = """
    SELECT \(accountColumns)
    FROM identity_token JOIN account ON account.number = identity_token.account
    WHERE identity_token.digest = $1 AND account.suspended_at IS NULL
      AND (identity_token.expires_at IS NULL OR identity_token.expires_at > \(PostgreSQLView.time(2)))
    """

  /// - Parameter time: the time; nil for that of the database.
  func account(
    identifiedBy digest: SecretDigest,
    at time: Timestamp?
  ) throws(PostgreSQLFailure) -> Account? {
    try row(Self.accountOfIdentityToken, .digest(digest), .time(time)) {
      row throws(PostgreSQLFailure) in try row.account(at: 0)
    }
  }

  func identityTokens(
    of id: AccountID,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Result<[IdentityToken], CredentialError> {
    guard let account = try visibleAccount(id, in: view) else { return .failure(.notSignedIn) }
    let tokens = try rows(Self.tokensOfAccount, .integer(account.number), .time(view.time)) {
      row throws(PostgreSQLFailure) in try row.identityToken()
    }
    return .success(tokens)
  }

  func revokeIdentityToken(
    _ id: IdentityTokenID,
    _ request: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, CredentialError> {
    let context = try timed(request)
    let found = try row(
      "\(Self.identityTokens) WHERE identity_token.id = $1 FOR UPDATE OF identity_token",
      .id(id)
    ) { row throws(PostgreSQLFailure) in try row.identityToken() }
    guard let found, !found.hasExpired(by: context.time),
      try visibleAccount(found.accountID, in: context.postgreSQLView) != nil
    else { return .failure(.noSuchIdentityToken(id)) }
    write("DELETE FROM identity_token WHERE id = $1", .id(id))
    return .success(.changed(()))
  }

  static let identityTokens = """
    SELECT identity_token.id, account.id, identity_token.device, identity_token.label,
      identity_token.issued_at, identity_token.expires_at
    FROM identity_token JOIN account ON account.number = identity_token.account
    """

  static let tokensOfAccount = """
    \(identityTokens)
    WHERE identity_token.account = $1
      AND (identity_token.expires_at IS NULL OR identity_token.expires_at > \(PostgreSQLView.time(2)))
    ORDER BY identity_token.number
    """
}

extension PostgreSQLRow {
  /// The identity token in the first six columns.
  fileprivate func identityToken() throws(PostgreSQLFailure) -> IdentityToken {
    IdentityToken(
      id: try identifier(0),
      of: try identifier(1),
      issuedBy: try identifier(2),
      label: try optionalText(3),
      at: try timestamp(4),
      expiresAt: try optionalTimestamp(5)
    )
  }
}

extension IdentityTokenChange {
  /// The same issue at the time of another context; its lifetime stays.
  fileprivate func at(_ context: ChangeContext) -> IdentityTokenChange {
    let lifetime = self.token.expiresAt.map { self.token.issuedAt.duration(to: $0) }
    let token = IdentityToken(
      id: self.token.id,
      of: self.token.accountID,
      issuedBy: self.token.deviceID,
      label: self.token.label,
      at: context.time,
      expiresAt: context.time == self.token.issuedAt
        ? self.token.expiresAt : lifetime.map { context.time.advanced(by: $0) }
    )
    return IdentityTokenChange(token: token, digest: digest, context: context)
  }
}
#endif
