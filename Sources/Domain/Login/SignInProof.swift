/// The proof that an account is the caller's.
///
/// A store checks it in the step of the sign-in. A new account needs none. It is also the proof with which
/// a recovery key is replaced and an account is removed: there, an open session alone is not enough.
public enum SignInProof: Hashable, Sendable {
  /// The store demands none: it belongs to one person.
  case notDemanded

  /// None is given: the account must be new, or have an open, unexpired session on the device. To replace
  /// a key or to remove an account, it must have no recovery key.
  case notGiven

  /// The digest of the account's recovery key; it is not needed where ``notGiven`` is enough.
  case recoveryKey(SecretDigest)

  /// The digest of the device code of a link that another device of the account has approved for this
  /// ``LinkPurpose``. It proves nothing for a sign-in, which ``LinkRepository/redeem(deviceCode:on:in:)``
  /// makes.
  case link(SecretDigest)

  /// The device has an unconfirmed token, which nobody has used: the caller is the one who gets its secrets. In the step
  /// of the change the token is replaced, as by ``DeviceRepository/replaceUnusedToken(of:with:ifFirst:in:)``.
  ///
  /// It proves a replacement of the recovery key alone.
  case unusedToken(replacedBy: SecretDigest, ifFirst: Bool)
}

extension RequestContext {
  /// What the scope demands at least: a caller that sees everything owns the store.
  var withoutProof: SignInProof {
    switch scope {
    case .everything: .notDemanded
    case .device: .notGiven
    }
  }
}
