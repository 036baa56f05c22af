/// The port to the recovery keys of a shared store, each of which lets its owner sign in anywhere.
///
/// ``NicknameRepository/signIn(_:)`` sets the key of a new account, and checks a key as a
/// ``SignInProof``. There is no limit of attempts: a key has at least 128 random bits, and with a limit
/// anybody could lock its owner out.
public protocol RecoveryKeyRepository: Sendable {
  /// Sets the recovery key of an account, in place of its former one.
  ///
  /// - Parameters:
  ///   - digest: the digest of the key; nil to remove the key.
  ///   - account: an account in the scope of the call.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/notSignedIn`` for any other account; ``CredentialError/store(_:)``.
  func setRecoveryKey(
    _ digest: SecretDigest?,
    of account: AccountID,
    in context: RequestContext
  ) async throws(CredentialError)

  /// Returns whether an account has a recovery key.
  ///
  /// - Throws: ``CredentialError/notSignedIn`` for an account outside the scope;
  ///   ``CredentialError/store(_:)``.
  func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> Bool
}
