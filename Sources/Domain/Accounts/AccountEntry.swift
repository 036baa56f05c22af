/// An account as a list shows it: with the session that it has, and whether that is the active one.
public struct AccountEntry: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Its session, which may have expired; nil if it is signed out.
  public let session: Session?

  /// Whether the session is the active one.
  public let isActive: Bool

  /// Makes the value.
  public init(account: Account, session: Session?, isActive: Bool) {
    self.account = account
    self.session = session
    self.isActive = isActive
  }

  /// Whether the account is signed in at that time.
  public func isSignedIn(at time: Timestamp) -> Bool {
    session.map { !$0.hasExpired(by: time) } ?? false
  }
}
