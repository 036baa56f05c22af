/// The result of removing an account.
public struct AccountRemoval: Hashable, Sendable {
  /// The account that was removed.
  public let account: Account

  /// Its open session on the caller's device, which was removed with it; nil if it had none there.
  public let session: Session?

  /// Creates the value.
  public init(account: Account, session: Session?) {
    self.account = account
    self.session = session
  }
}
