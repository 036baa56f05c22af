/// What removing an account has led to.
public struct AccountRemoval: Hashable, Sendable {
  /// The account that is gone.
  public let account: Account

  /// Its session, which went with it; nil if it had none.
  public let session: Session?

  /// Makes the value.
  public init(account: Account, session: Session?) {
    self.account = account
    self.session = session
  }
}
