import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  func issue(
    _ change: IdentityTokenChange
  ) throws(StoreFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    try performOnce(
      change.context,
      again: { known throws(StoreFailure) in try replaceDigest(of: known, change) },
      { () throws(StoreFailure) in try makeToken(change) }
    )
  }

  /// Gives a token that was issued before the digest of a repeated issue.
  private func replaceDigest(
    of token: IdentityToken,
    _ change: IdentityTokenChange
  ) throws(StoreFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    let digest = SQLiteValue.text(change.digest.hexadecimal)
    let id = SQLiteValue.text(token.id.description)
    let known = try row("SELECT 1 FROM identity_token WHERE id = ?", id) { _ in true }
    guard known != nil, !token.hasExpired(by: change.context.time) else {
      return .failure(.noSuchIdentityToken(token.id))
    }
    let taken = try row("SELECT 1 FROM identity_token WHERE digest = ? AND id <> ?", digest, id) {
      _ in true
    }
    guard taken == nil else { throw .idInUse(at: location) }
    try run("UPDATE identity_token SET digest = ? WHERE id = ?", digest, id)
    return .success(.changed(token))
  }

  private func makeToken(
    _ change: IdentityTokenChange
  ) throws(StoreFailure) -> Result<StoreStep<IdentityToken>, CredentialError> {
    let (token, time) = (change.token, change.context.time)
    guard let account = try account(of: token.accountID),
      let last = try session(of: account, on: token.deviceID)?.session, last.isOpen(at: time)
    else { return .failure(.notSignedIn) }
    try makeAdditionalTables()
    let holder = SQLiteValue.integer(account.number)
    let digest = SQLiteValue.text(change.digest.hexadecimal)
    try run(
      "DELETE FROM identity_token WHERE (account = ? OR digest = ? OR id = ?) AND expires_at <= ?",
      holder,
      digest,
      .text(token.id.description),
      .time(time)
    )
    let known = try row("\(Self.identityTokens) WHERE digest = ?", digest) {
      row throws(StoreFailure) in try row.identityToken()
    }
    if let known {
      guard known.accountID == token.accountID, known.deviceID == token.deviceID else {
        throw .idInUse(at: location)
      }
      return .success(.unchanged(known))
    }
    let count = try row("SELECT count(*) FROM identity_token WHERE account = ?", holder) {
      row throws(StoreFailure) in try row.integer(0)
    }
    guard count ?? 0 < IdentityToken.maximumCount else { return .failure(.tooManyIdentityTokens) }
    try run(
      """
      INSERT INTO identity_token (id, digest, account, device, label, issued_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(token.id.description),
      digest,
      holder,
      .text(token.deviceID.description),
      .text(token.label),
      .time(token.issuedAt),
      .time(token.expiresAt)
    )
    return .success(.changed(token))
  }

  static let accountOfIdentityToken = """
    SELECT \(accountColumns)
    FROM identity_token JOIN account ON account.number = identity_token.account
    WHERE identity_token.digest = ?
      AND (identity_token.expires_at IS NULL OR identity_token.expires_at > ?)
    """

  func account(
    identifiedBy digest: SecretDigest,
    at time: Timestamp
  ) throws(StoreFailure) -> Account? {
    guard try hasAdditionalTables() else { return nil }
    return try row(Self.accountOfIdentityToken, .text(digest.hexadecimal), .time(time)) {
      row throws(StoreFailure) in try row.account(at: 0)
    }
  }

  func identityTokens(
    of id: AccountID,
    in view: StoreView
  ) throws(StoreFailure) -> Result<[IdentityToken], CredentialError> {
    guard let account = try account(of: id), try isVisible(account, in: view) else {
      return .failure(.notSignedIn)
    }
    guard try hasAdditionalTables() else { return .success([]) }
    let tokens = try rows(Self.tokensOfAccount, .integer(account.number), .time(view.time)) {
      row throws(StoreFailure) in try row.identityToken()
    }
    return .success(tokens)
  }

  func revokeIdentityToken(
    _ id: IdentityTokenID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Void>, CredentialError> {
    try perform(context) { () throws(StoreFailure) in
      guard try hasAdditionalTables() else { return .failure(.noSuchIdentityToken(id)) }
      let found = try row(
        "\(Self.identityTokens) WHERE identity_token.id = ?",
        .text(id.description)
      ) { row throws(StoreFailure) in try row.identityToken() }
      guard let found, !found.hasExpired(by: context.time),
        let account = try account(of: found.accountID), try isVisible(account, in: context.view)
      else { return .failure(.noSuchIdentityToken(id)) }
      try run("DELETE FROM identity_token WHERE id = ?", .text(id.description))
      return .success(.changed(()))
    }
  }

  private static let identityTokens = """
    SELECT identity_token.id, account.id, identity_token.device, identity_token.label,
      identity_token.issued_at, identity_token.expires_at
    FROM identity_token JOIN account ON account.number = identity_token.account
    """

  static let tokensOfAccount = """
    \(identityTokens)
    WHERE identity_token.account = ?
      AND (identity_token.expires_at IS NULL OR identity_token.expires_at > ?)
    ORDER BY identity_token.number
    """
}

extension SQLiteRow {
  /// The identity token in the first six columns.
  fileprivate func identityToken() throws(StoreFailure) -> IdentityToken {
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
