/// Everything that can go wrong with adding, removing and switching accounts.
public enum AccountError: Error, Hashable, Sendable {
  /// The account cannot have the nickname.
  case nickname(NicknameError)

  /// Nobody has a nickname like that.
  case noSuchAccount(String)

  /// The removal of the account was not confirmed by its nickname; nothing was changed.
  case notConfirmed(Account)

  /// The account is signed out, so it cannot become active.
  case notSignedIn(Account)

  /// The session of the account has ended, likewise.
  case sessionEnded(AccountSession)

  /// It is not clear which account is meant: these could be, in the order of their accounts.
  case ambiguous([Account])

  /// The store could not do it; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
