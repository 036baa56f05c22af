/// A nickname that an account has given up, and that rests for it.
///
/// Until ``StoreSettings/nicknameRest`` has passed, no other account can claim it or a nickname that
/// it ``Nickname/resembles(_:)``. The rest also ends if the clock goes back by more than that time.
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
    // A wrong clock must not keep a nickname for years.
    time.isWithin(rest, of: freedAt) ? freedAt.advanced(by: rest) : nil
  }

  /// Whether another account that claims a nickname claims this one.
  package func matches(_ other: Nickname) -> Bool {
    nickname.key == other.key || nickname.resembles(other)
  }

  /// Whether the nickname rests no longer once an account has claimed another one.
  ///
  /// - Parameters:
  ///   - claimed: the nickname that was claimed.
  ///   - account: the account that has claimed it.
  package func ends(with claimed: Nickname, of account: AccountID) -> Bool {
    account == accountID ? nickname.hasForms(of: claimed) : matches(claimed)
  }
}

extension Nickname {
  /// Whether other nicknames resemble both nicknames or neither: resemblance is not transitive.
  package func hasForms(of other: Nickname) -> Bool {
    key == other.key && skeleton == other.skeleton && shownSkeleton == other.shownSkeleton
  }
}
