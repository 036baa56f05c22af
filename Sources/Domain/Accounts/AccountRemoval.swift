/// What removing an account has led to.
public struct AccountRemoval: Hashable, Sendable {
  /// The account that is gone.
  public let account: Account

  /// Its open session, which went with it; nil if it was not signed in.
  public let session: Session?

  /// Makes the value.
  public init(account: Account, session: Session?) {
    self.account = account
    self.session = session
  }
}
