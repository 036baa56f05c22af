/// Finds nicknames that different accounts must not have.
package struct NicknameHolders {
  private var keys: [NicknameKey: AccountID] = [:]
  private var skeletons: [NicknameSkeleton: AccountID] = [:]
  private var shownSkeletons: [NicknameSkeleton: AccountID] = [:]

  package init() {}

  /// Notes that an account has a nickname, or that the nickname rests for it.
  package mutating func insert(_ nickname: Nickname, of account: AccountID) {
    keys[nickname.key] = account
    skeletons[nickname.skeleton] = account
    shownSkeletons[nickname.shownSkeleton] = account
  }

  /// Whether another account has a nickname that is the same or looks the same.
  package func conflict(with nickname: Nickname, of account: AccountID) -> Bool {
    func isOther(_ holder: AccountID?) -> Bool { holder.map { $0 != account } ?? false }
    return isOther(keys[nickname.key]) || isOther(skeletons[nickname.skeleton])
      || isOther(shownSkeletons[nickname.shownSkeleton])
  }

  /// Whether an account has the nickname with the same key.
  package func contain(_ key: NicknameKey) -> Bool { keys[key] != nil }
}
