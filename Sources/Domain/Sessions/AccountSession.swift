/// A session together with its account.
public struct AccountSession: Hashable, Sendable, Encodable {
  /// The account that the session belongs to.
  public let account: Account

  /// The session.
  public let session: Session

  /// Joins a session to its account.
  ///
  /// - Precondition: `session.accountID` is `account.id`.
  public init(account: Account, session: Session) {
    precondition(session.accountID == account.id, "a session of another account")
    self.account = account
    self.session = session
  }

  /// Returns the value as of `time`: an expired session has ended.
  package func state(at time: Timestamp) -> AccountSession {
    AccountSession(account: account, session: session.state(at: time))
  }
}
