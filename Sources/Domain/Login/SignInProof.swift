/// The proof that an account is the caller's.
///
/// A store checks it in the step of the sign-in. A new account needs none. It is also the proof with which
/// a recovery key is replaced.
public enum SignInProof: Hashable, Sendable {
  /// The store demands none: it belongs to one person.
  case notDemanded

  /// None is given: the account must be new, or have an open, unexpired session on the device.
  case notGiven

  /// The digest of the account's recovery key; it is not needed where ``notGiven`` is enough.
  case recoveryKey(SecretDigest)
}
