/// An account whose nickname an earlier version of the rules let through, and today's would not.
///
/// The account keeps the nickname. Where it has lost the claim, only the exact spelling leads to
/// it; a new nickname ends that.
public struct LapsedNickname: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// What today's rules have against the nickname.
  public let reason: Reason

  /// What today's rules may have against a nickname that was accepted earlier.
  public enum Reason: Hashable, Sendable {
    /// Another account holds what is the same claim today.
    case sameClaim(as: Account)

    /// It can be taken for the nickname of another account.
    case resembles(Account)

    /// It is no nickname any more.
    case notAllowed(NicknameRejection.Reason)

    /// Nothing any more: what stood against it is gone, and claiming it anew puts it right.
    case claimable
  }

  /// Makes the value.
  public init(account: Account, reason: Reason) {
    self.account = account
    self.reason = reason
  }

  /// The same with the policy in mind: what it refuses cannot be claimed anew.
  func judged(by policy: NicknamePolicy) -> Self {
    guard reason == .claimable else { return self }
    do {
      _ = try Nickname.made(from: account.nickname.text, under: policy)
      return self
    } catch {
      return LapsedNickname(account: account, reason: .notAllowed(error))
    }
  }

  /// Finds out what today's rules have against an account's nickname.
  ///
  /// - Parameters:
  ///   - account: one whose nickname ``Nickname/isLapsed``.
  ///   - holder: gives the account with a key; nil if there is none.
  ///   - lookalike: gives another account whose nickname one resembles; nil if there is none.
  /// - Throws: what the two throw.
  public init<Failure: Error>(
    _ account: Account,
    holder: (NicknameKey) throws(Failure) -> Account?,
    lookalike: (Nickname) throws(Failure) -> Account?
  ) throws(Failure) {
    let today: Nickname
    do {
      today = try Nickname.made(from: account.nickname.text, under: .unlimited)
    } catch {
      self.init(account: account, reason: .notAllowed(error))
      return
    }
    if let holder = try holder(today.key), holder.id != account.id {
      self.init(account: account, reason: .sameClaim(as: holder))
    } else if let lookalike = try lookalike(today) {
      self.init(account: account, reason: .resembles(lookalike))
    } else {
      self.init(account: account, reason: .claimable)
    }
  }
}
