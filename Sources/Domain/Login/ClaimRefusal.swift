/// Why an account cannot have a nickname.
public enum ClaimRefusal: Error, Hashable, Sendable {
  /// Another account holds the claim.
  case taken(by: Account)

  /// It can be taken for the nickname of another account.
  case resembles(Account)

  /// The refusal as the ports word it.
  ///
  /// - Parameter nickname: the one that was wanted.
  public func error(for nickname: Nickname) -> NicknameError {
    switch self {
    case .taken(let holder): .taken(nickname, holder: holder)
    case .resembles(let holder): .resembles(nickname, holder: holder)
    }
  }
}
