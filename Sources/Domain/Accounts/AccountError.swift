/// The errors of adding, removing and switching accounts.
public enum AccountError: Error, Hashable, Sendable {
  /// The account cannot have the nickname.
  case nickname(NicknameError)

  /// No account has this nickname.
  case noSuchAccount(String)

  /// The removal was not confirmed by the account's nickname; nothing was changed.
  case notConfirmed(Account)

  /// The account is signed out and cannot become active.
  case notSignedIn(Account)

  /// The session of the account has ended, so it cannot become active.
  case sessionEnded(AccountSession)

  /// Several accounts or none match; these are the candidates, in the order of their creation.
  case ambiguous([Account])

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
