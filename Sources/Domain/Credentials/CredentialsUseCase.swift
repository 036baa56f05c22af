/// Lets devices in by links, and manages the recovery keys and identity tokens of accounts.
///
/// All secrets are digests; ``LinkRepository``, ``RecoveryKeyRepository`` and
/// ``IdentityTokenRepository`` define what they are good for.
public struct CredentialsUseCase: Sendable {
  private let links: any LinkRepository
  private let recoveryKeys: any RecoveryKeyRepository
  private let identityTokens: any IdentityTokenRepository
  private let context: RequestContext

  /// Creates the use case over a shared store.
  ///
  /// - Parameters:
  ///   - links: the store's links.
  ///   - recoveryKeys: the recovery keys of the same store.
  ///   - identityTokens: the identity tokens of the same store.
  ///   - context: the context of the calls.
  public init(
    links: any LinkRepository,
    recoveryKeys: any RecoveryKeyRepository,
    identityTokens: any IdentityTokenRepository,
    in context: RequestContext
  ) {
    self.links = links
    self.recoveryKeys = recoveryKeys
    self.identityTokens = identityTokens
    self.context = context
  }

  // MARK: Links, on the device that asks

  /// Begins a link of the caller's device, in place of its former one.
  ///
  /// - Parameters:
  ///   - purpose: what the device asks for.
  ///   - deviceCode: the digest of the code that the device keeps.
  ///   - userCode: the digest of the code that it shows.
  /// - Throws: ``CredentialError/noSuchDevice(_:)`` if the device is not registered;
  ///   ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if another link has one of the
  ///   codes.
  public func beginLink(
    for purpose: LinkPurpose = .signIn,
    deviceCode: SecretDigest,
    userCode: SecretDigest
  ) async throws(CredentialError) -> Link {
    try await links.beginLink(
      for: purpose,
      deviceCode: deviceCode,
      userCode: userCode,
      in: context
    )
  }

  /// Returns what became of a link of the caller's device.
  ///
  /// - Parameter deviceCode: the digest of its device code.
  /// - Throws: ``CredentialError/noSuchLink``; ``CredentialError/store(_:)``.
  public func linkState(
    deviceCode: SecretDigest
  ) async throws(CredentialError) -> LinkState {
    try await links.linkState(deviceCode: deviceCode, on: context.deviceID)
  }

  /// Signs in on the caller's device with an approved link, once.
  ///
  /// - Parameters:
  ///   - deviceCode: the digest of its device code.
  ///   - terms: how long the session lasts.
  /// - Throws: ``CredentialError/noSuchLink``; ``CredentialError/linkNotApproved(_:)``;
  ///   ``CredentialError/store(_:)``.
  public func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms = .unlimited
  ) async throws(CredentialError) -> SignIn {
    try await links.redeem(deviceCode: deviceCode, on: terms, in: context)
  }

  // MARK: Links, on the device that is signed in

  /// Returns the link of a user code, for a person who decides about it.
  ///
  /// - Parameter userCode: the digest of the code that the person typed.
  /// - Throws: ``CredentialError/notSignedIn`` if no account is signed in on the caller's device;
  ///   ``CredentialError/noSuchLink``; ``CredentialError/tooManyWrongCodes(until:)``;
  ///   ``CredentialError/store(_:)``.
  public func link(userCode: SecretDigest) async throws(CredentialError) -> Link {
    try await links.link(userCode: userCode, in: context)
  }

  /// Approves the link of a user code for an account.
  ///
  /// - Parameters:
  ///   - userCode: the digest of the code that the person typed.
  ///   - account: an account that is signed in on the caller's device.
  /// - Throws: the errors of ``link(userCode:)``; ``CredentialError/notSignedIn`` also if the account is
  ///   not signed in on the caller's device; ``CredentialError/sessionsTooNew(until:)`` if the link asks for
  ///   more than to be signed in, and one of the two devices was signed in to the account a short time ago.
  public func approve(
    userCode: SecretDigest,
    for account: AccountID
  ) async throws(CredentialError) {
    try await links.decide(for: account, userCode: userCode, in: context)
  }

  /// Denies the link of a user code.
  ///
  /// - Parameter userCode: the digest of the code that the person typed.
  /// - Throws: the errors of ``link(userCode:)``.
  public func deny(userCode: SecretDigest) async throws(CredentialError) {
    try await links.decide(for: nil, userCode: userCode, in: context)
  }

  // MARK: Recovery keys

  /// Sets the recovery key of an account.
  ///
  /// A caller that sees everything owns the store, and needs no proof. A caller with a device's view
  /// needs the present key of an account that has one, or the approval of another device.
  ///
  /// - Parameters:
  ///   - key: the digest of the new key.
  ///   - account: an account in the scope of the caller.
  ///   - proof: the present key or a link; nil if the caller gives none.
  /// - Throws: ``CredentialError/proofDemanded`` if the proof is missing or wrong;
  ///   ``CredentialError/notSignedIn`` for an account outside the scope; ``CredentialError/store(_:)``.
  public func setRecoveryKey(
    _ key: SecretDigest,
    of account: AccountID,
    proof: SignInProof? = nil
  ) async throws(CredentialError) {
    try await recoveryKeys.setRecoveryKey(
      key,
      of: account,
      proof: proof ?? context.withoutProof,
      in: context
    )
  }

  /// Returns whether an account has a recovery key.
  ///
  /// - Parameter account: an account in the scope of the caller.
  /// - Throws: ``CredentialError/notSignedIn`` for any other account; ``CredentialError/store(_:)``.
  public func hasRecoveryKey(_ account: AccountID) async throws(CredentialError) -> Bool {
    try await recoveryKeys.hasRecoveryKey(account, in: context.scope)
  }

  /// Returns whether a key is the present recovery key of an account.
  ///
  /// - Parameters:
  ///   - key: the digest of the key.
  ///   - account: the account.
  /// - Throws: ``CredentialError/store(_:)``.
  public func isRecoveryKey(
    _ key: SecretDigest,
    of account: AccountID
  ) async throws(CredentialError) -> Bool {
    try await recoveryKeys.isRecoveryKey(key, of: account)
  }

  // MARK: Identity tokens

  /// Issues an identity token on the caller's device.
  ///
  /// - Parameter issue: the token to issue.
  /// - Throws: ``CredentialError/notSignedIn`` if the account is not signed in on the caller's device;
  ///   ``CredentialError/tooManyIdentityTokens``; ``CredentialError/notRepeatable(_:)`` if the token that the first
  ///   request has made is no longer valid; ``CredentialError/store(_:)``, with
  ///   ``StoreFailure/Reason/idInUse`` if another token has the digest.
  public func issueToken(
    _ issue: IdentityTokenIssue
  ) async throws(CredentialError) -> IdentityToken {
    do {
      return try await identityTokens.issue(issue, in: context)
    } catch .noSuchIdentityToken {
      throw .notRepeatable(.answered)
    }
  }

  /// Returns the valid identity tokens of an account, in the order of their issue.
  ///
  /// - Parameter account: an account in the scope of the caller.
  /// - Throws: ``CredentialError/notSignedIn`` for any other account; ``CredentialError/store(_:)``.
  public func tokens(of account: AccountID) async throws(CredentialError) -> [IdentityToken] {
    try await identityTokens.identityTokens(of: account, in: context.scope)
  }

  /// Revokes an identity token.
  ///
  /// - Parameter id: a valid token of an account in the scope of the caller.
  /// - Throws: ``CredentialError/noSuchIdentityToken(_:)`` for any other ID;
  ///   ``CredentialError/store(_:)``.
  public func revokeToken(_ id: IdentityTokenID) async throws(CredentialError) {
    try await identityTokens.revokeIdentityToken(id, in: context)
  }
}
