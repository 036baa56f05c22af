/// The errors of claiming and changing nicknames.
public enum NicknameError: Error, Hashable, Sendable {
  /// The text is not a valid nickname.
  case rejected(NicknameRejection)

  /// Another account holds the nickname.
  case taken(Nickname, holder: Account)

  /// The nickname looks like another account's; ``NicknameResemblance`` gives the differences.
  case resembles(Nickname, holder: Account)

  /// The nickname, or one that it looks like, rests for the account that held it last.
  case resting(Nickname, until: Timestamp)

  /// The account whose nickname should change has no session.
  case notSignedIn

  /// The session of the account whose nickname should change has ended.
  case sessionEnded(AccountSession)

  /// This account holds the nickname, and the sign-in does not prove that it is the caller's.
  case proofDemanded(Account)

  /// This account holds the nickname, and is suspended.
  case suspended(Account)

  /// As many accounts as may be were added from the network; another one can be added from this time on.
  case tooManyAccounts(until: Timestamp)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
