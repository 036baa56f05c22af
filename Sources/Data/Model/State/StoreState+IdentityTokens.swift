package import MonikerDomain

/// The rules of identity tokens.
extension StoreState {
  package mutating func issue(
    _ change: IdentityTokenChange
  ) throws(CredentialError) -> IdentityToken {
    try performOnce(
      change.context,
      again: { state, known throws(CredentialError) in
        try state.replaceDigest(of: known, change)
        return known
      },
      { state throws(CredentialError) in .changed(try state.makeToken(change)) }
    )
  }

  /// Gives a token that was issued before the digest of a repeated issue.
  private mutating func replaceDigest(
    of token: IdentityToken,
    _ change: IdentityTokenChange
  ) throws(CredentialError) {
    let tokens = credentials.identityTokens
    guard let place = tokens.firstIndex(where: { $0.token == token }),
      !token.hasExpired(by: change.context.time)
    else { throw .noSuchIdentityToken(token.id) }
    guard !tokens.contains(where: { $0.token != token && $0.digest == change.digest }) else {
      throw .store(.idInUse(at: change.context.location))
    }
    credentials.identityTokens[place] = .init(token: token, digest: change.digest)
  }

  private mutating func makeToken(
    _ change: IdentityTokenChange
  ) throws(CredentialError) -> IdentityToken {
    let (token, context) = (change.token, change.context)
    guard let place = openPlace(of: token.accountID, on: token.deviceID),
      sessions[place].isOpen(at: context.time)
    else { throw .notSignedIn }
    credentials.identityTokens.removeAll { $0.token.hasExpired(by: context.time) }
    if let known = credentials.identityTokens.first(where: { $0.digest == change.digest })?.token {
      guard known.accountID == token.accountID, known.deviceID == token.deviceID else {
        throw .store(.idInUse(at: context.location))
      }
      return known
    }
    let count = credentials.identityTokens.count { $0.token.accountID == token.accountID }
    guard count < IdentityToken.maximumCount else { throw .tooManyIdentityTokens }
    guard !credentials.identityTokens.contains(where: { $0.token.id == token.id }) else {
      throw .store(.idInUse(at: context.location))
    }
    credentials.identityTokens.append(.init(token: token, digest: change.digest))
    return token
  }

  package func account(identifiedBy digest: SecretDigest, at time: Timestamp) -> Account? {
    let issued = credentials.identityTokens.first { $0.digest == digest }
    guard let token = issued?.token, !token.hasExpired(by: time) else { return nil }
    return accounts.first { $0.id == token.accountID }
  }

  package func identityTokens(
    of account: AccountID,
    in view: StoreView
  ) throws(CredentialError) -> [IdentityToken] {
    guard isVisible(account, in: view) else { throw .notSignedIn }
    return credentials.identityTokens.map(\.token)
      .filter { $0.accountID == account && !$0.hasExpired(by: view.time) }
  }

  package mutating func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: ChangeContext
  ) throws(CredentialError) {
    let found = credentials.identityTokens.firstIndex { $0.token.id == id }
    guard let place = found else { throw .noSuchIdentityToken(id) }
    let token = credentials.identityTokens[place].token
    guard !token.hasExpired(by: context.time), isVisible(token.accountID, in: context.view) else {
      throw .noSuchIdentityToken(id)
    }
    credentials.identityTokens.remove(at: place)
  }
}
