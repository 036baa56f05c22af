/// A nickname that an account has given up, and that rests for it.
///
/// Until ``StoreSettings/nicknameRest`` has passed, no other account can claim it or a nickname that
/// it ``Nickname/resembles(_:)``. The rest also ends if the clock goes back by more than that time, and
/// if the account claims a nickname that it resembles.
public struct RestingNickname: Hashable, Sendable {
  /// The nickname.
  public let nickname: Nickname

  /// The account that held it last, which may have been removed.
  public let accountID: AccountID

  /// When the account gave it up.
  public let freedAt: Timestamp

  /// Creates the value.
  public init(nickname: Nickname, accountID: AccountID, freedAt: Timestamp) {
    self.nickname = nickname
    self.accountID = accountID
    self.freedAt = freedAt
  }

  /// How many nicknames a change removes, at most, whose rest has ended by the clock, and as many whose
  /// rest has ended because the clock went back: 100.
  package static let maximumRemovals = 100

  /// When the rest ends; nil if it has ended.
  package func end(of rest: Duration, at time: Timestamp) -> Timestamp? {
    let end = freedAt.advanced(by: rest)
    // A wrong clock must not keep a nickname for years.
    return time < end && freedAt < time.advanced(by: rest) ? end : nil
  }

  /// Whether a claim of another nickname concerns this one.
  package func matches(_ other: Nickname) -> Bool {
    nickname.key == other.key || nickname.resembles(other)
  }
}
