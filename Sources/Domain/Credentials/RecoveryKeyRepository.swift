/// The port to the recovery keys of a shared store, each of which lets its owner sign in anywhere.
///
/// ``NicknameRepository/signIn(_:)`` sets the key of a new account, and checks a key as a
/// ``SignInProof``. There is no limit of attempts: a key has at least 128 random bits, and with a limit
/// anybody could lock its owner out.
public protocol RecoveryKeyRepository: Sendable {
  /// Sets the recovery key of an account, in place of its former one, and records
  /// ``HistoryEvent/Kind/recoveryKeyReplaced`` with its open session on the device, if it has one.
  ///
  /// - The proof is that the caller may replace the present key, and it is checked in the step of the
  ///   change. Of any number of concurrent calls that are proven by one key, one replaces it, unless the
  ///   new key is the same.
  /// - A call with an ID of an intention is recorded and repeated as ``IntentionRepository`` defines. For the
  ///   repetition, the proof is that the key which the recorded call has set is the present one; it is
  ///   replaced by the key of the call.
  ///
  /// - Parameters:
  ///   - digest: the digest of the key.
  ///   - account: an account in the scope of the call.
  ///   - proof: the present key; or a link for ``LinkPurpose/recoveryKey``, which is void afterwards; or that
  ///     the token of the device of the call is unused. See ``SignInProof``.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/notSignedIn`` for any other account;
  ///   ``CredentialError/proofDemanded`` if the proof is missing or wrong;
  ///   ``CredentialError/store(_:)``.
  func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
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

  /// Returns whether a key is the present recovery key of an account.
  ///
  /// It changes nothing, so that a service refuses a wrong key without a write. It has no scope: the
  /// caller is somebody who is not signed in.
  ///
  /// - Parameters:
  ///   - digest: the digest of the key.
  ///   - account: the account.
  /// - Returns: false also for an account that does not exist, or that has no key.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like a wrong key.
  func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) async throws(CredentialError) -> Bool
}
