/// Why an account cannot have a nickname.
public enum NicknameConflict: Error, Hashable, Sendable {
  /// Another account holds the nickname.
  case taken(by: Account)

  /// The nickname looks like the nickname of another account.
  case resembles(Account)

  /// The nickname, or one that it looks like, rests for another account until this time.
  case resting(until: Timestamp)

  /// Decides whether a claim is refused, by the same rule in every store.
  ///
  /// - Parameters:
  ///   - holder: the other account that holds the nickname's key; nil if none does.
  ///   - lookalike: the oldest other account whose nickname the claim resembles; nil if there is
  ///     none.
  ///   - rest: when the rest of the last ``RestingNickname`` ends that another account held and that
  ///     is the claimed nickname or resembles it; nil if there is none.
  /// - Returns: nil if the claim is granted.
  public init?(holder: Account?, lookalike: Account?, rest: Timestamp?) {
    if let holder {
      self = .taken(by: holder)
    } else if let lookalike {
      self = .resembles(lookalike)
    } else if let rest {
      self = .resting(until: rest)
    } else {
      return nil
    }
  }

  /// The conflict as the error that the ports throw.
  ///
  /// - Parameter nickname: the claimed nickname.
  public func error(for nickname: Nickname) -> NicknameError {
    switch self {
    case .taken(let holder): .taken(nickname, holder: holder)
    case .resembles(let holder): .resembles(nickname, holder: holder)
    case .resting(let end): .resting(nickname, until: end)
    }
  }
}
