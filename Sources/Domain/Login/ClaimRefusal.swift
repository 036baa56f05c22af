/// Why an account cannot have a nickname.
package enum ClaimRefusal: Error {
  /// Another account holds the claim.
  case taken(by: Account)

  /// It can be taken for the nickname of another account.
  case resembles(Account)

  /// The refusal as the ports word it.
  package func error(for nickname: Nickname) -> NicknameError {
    switch self {
    case .taken(let holder): .taken(nickname, holder: holder)
    case .resembles(let holder): .resembles(nickname, holder: holder)
    }
  }
}
