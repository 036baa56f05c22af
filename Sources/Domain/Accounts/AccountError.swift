/// The errors of adding, removing and switching accounts.
public enum AccountError: Error, Hashable, Sendable {
  /// The account cannot have the nickname.
  case nickname(NicknameError)

  /// No account has this nickname.
  case noSuchAccount(String)

  /// The removal was not confirmed by the account's nickname; nothing was changed.
  case notConfirmed(Account)

  /// The account has a recovery key, and the call does not prove that its caller may remove it.
  case proofDemanded(Account)

  /// The account is signed out and cannot become active.
  case notSignedIn(Account)

  /// The session of the account has ended, so it cannot become active.
  case sessionEnded(AccountSession)

  /// Several accounts or none match; these are the candidates in the order of their creation, at most
  /// ``maximumCandidates``.
  case ambiguous([Account])

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)

  /// The maximum number of candidates: 100.
  public static let maximumCandidates = 100
}
