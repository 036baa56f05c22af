/// The errors of claiming and changing nicknames.
public enum NicknameError: Error, Hashable, Sendable {
  /// The text is not a valid nickname.
  case rejected(NicknameRejection)

  /// Another account holds the nickname.
  case taken(Nickname, holder: Account)

  /// The nickname looks like another account's; ``NicknameResemblance`` gives the differences.
  case resembles(Nickname, holder: Account)

  /// The account whose nickname should change has no session.
  case notSignedIn

  /// The session of the account whose nickname should change has ended.
  case sessionEnded(AccountSession)

  /// Another account holds the nickname, or the same one elsewhere: its owner must prove that.
  case proofDemanded(Account)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
