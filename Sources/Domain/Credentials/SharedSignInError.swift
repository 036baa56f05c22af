/// The errors of signing in on a shared store.
public enum SharedSignInError: Error, Hashable, Sendable {
  /// The nickname cannot be signed in under; never ``NicknameError/store(_:)``.
  case nickname(NicknameError)

  /// No account holds the nickname, and nobody can make an account.
  case signUpClosed(Nickname)

  /// The request cannot be repeated.
  case notRepeatable(RepetitionError)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)

  /// Describes a failure with a nickname.
  init(_ error: NicknameError) {
    self = if case .store(let failure) = error { .store(failure) } else { .nickname(error) }
  }

  /// Describes a failure with a device or its token.
  init(_ error: CredentialError) {
    self =
      switch error {
      case .store(let failure): .store(failure)
      case .notRepeatable(let reason): .notRepeatable(reason)
      // No store throws another error for a registration or a token; one that does must not end a service.
      default: .store(StoreFailure(.inputOutput, at: "the devices", detail: "\(error)"))
      }
  }
}
