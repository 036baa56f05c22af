/// The errors of loading and saving profiles.
public enum ProfileError: Error, Hashable, Sendable {
  /// A text cannot be part of a profile.
  case rejected(ProfileRejection)

  /// The subject has no session, or the account has none on the device.
  case notSignedIn

  /// The account whose profile was edited has no session on the device any more.
  case signedOut(Account)

  /// The session of the account has ended.
  case sessionEnded(AccountSession)

  /// Somebody else saved meanwhile; nothing was overwritten.
  case conflict(ProfileConflict)

  /// The picture cannot be chosen.
  case photo(PhotoError)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
