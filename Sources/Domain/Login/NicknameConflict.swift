/// Why an account cannot have a nickname.
public enum NicknameConflict: Error, Hashable, Sendable {
  /// Another account holds the nickname.
  case taken(by: Account)

  /// The nickname can be taken for that of another account.
  case resembles(Account)

  /// Decides whether a claim is refused, the same in every store.
  ///
  /// - Parameters:
  ///   - holder: another account that holds the nickname's key; nil if there is none.
  ///   - lookalike: the oldest other account whose nickname it resembles; nil if there is none.
  /// - Returns: nil for a claim that is granted.
  public init?(holder: Account?, lookalike: Account?) {
    if let holder {
      self = .taken(by: holder)
    } else if let lookalike {
      self = .resembles(lookalike)
    } else {
      return nil
    }
  }

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
