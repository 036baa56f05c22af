/// The port to the identity tokens of a shared store.
///
/// The general laws of ``NicknameRepository`` apply.
///
/// - A token is void from ``IdentityToken/expiresAt`` on, when it is revoked, when the device that has
///   issued it is forgotten, and when its account is removed. A void token is as one that never was.
/// - Signing out does not end it: a person gives it to a program that goes on without them.
/// - Copies, exports and backups contain no identity tokens.
public protocol IdentityTokenRepository: Sendable {
  /// Issues a token on the device of the call.
  ///
  /// - If the device has issued a token with the same digest for the account, that token is returned,
  ///   and nothing changes: a caller that lost the answer repeats the call.
  /// - An issue with an ID of an intention is recorded and repeated as ``IntentionRepository`` defines. The
  ///   repetition gives the token the digest of the call, and the former one identifies nobody from then
  ///   on.
  ///
  /// - Parameters:
  ///   - issue: the token to issue.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/notSignedIn`` if the account has no open session on the device;
  ///   ``CredentialError/tooManyIdentityTokens`` if the account has ``IdentityToken/maximumCount`` valid
  ///   ones; ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if another token has the
  ///   digest, or if the new ID is in use.
  func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken

  /// Returns the account that a token identifies.
  ///
  /// - Parameter digest: the digest of the token.
  /// - Returns: nil if no valid token has the digest.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like an unknown token.
  func account(identifiedBy digest: SecretDigest) async throws(CredentialError) -> Account?

  /// Returns the valid tokens of an account, in the order of their issue.
  ///
  /// - Throws: ``CredentialError/notSignedIn`` for an account outside the scope;
  ///   ``CredentialError/store(_:)``.
  func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> [IdentityToken]

  /// Revokes a token: it identifies nobody from then on.
  ///
  /// - Parameters:
  ///   - id: a valid token of an account in the scope of the call.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/noSuchIdentityToken(_:)`` for any other ID;
  ///   ``CredentialError/store(_:)``.
  func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError)
}

/// The issue of an identity token.
public struct IdentityTokenIssue: Hashable, Sendable {
  /// The account that the token identifies.
  public let account: AccountID

  /// The digest of the token.
  public let digest: SecretDigest

  /// What the person calls it; see ``IdentityToken/label``.
  public let label: String?

  /// How long it is valid; nil if it does not expire.
  public let lifetime: Duration?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - account: the account that the token identifies.
  ///   - digest: the digest of the token.
  ///   - label: what the person calls it.
  ///   - lifetime: rounded down to whole milliseconds; at least one millisecond.
  public init(
    for account: AccountID,
    provenBy digest: SecretDigest,
    label: String? = nil,
    lifetime: Duration? = nil
  ) {
    self.account = account
    self.digest = digest
    self.label = label
    self.lifetime = lifetime.map { .milliseconds(max(1, $0.wholeMilliseconds)) }
  }
}
