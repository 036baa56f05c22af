/// Everything that can go wrong with setting or renaming a nickname.
public enum NicknameError: Error, Hashable, Sendable {
  /// The text is not a nickname.
  case rejected(NicknameRejection)

  /// Another account holds the claim.
  case taken(Nickname, holder: Account)

  /// It can be taken for the nickname of another account; ``NicknameResemblance`` tells where they
  /// differ.
  case resembles(Nickname, holder: Account)

  /// Nobody is signed in whose nickname could be changed.
  case notSignedIn

  /// The session of the one whose nickname was to be changed has ended.
  case sessionEnded(AccountSession)

  /// The store could not do it; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
