/// A session together with its account: who is signed in, under which name, since when.
public struct AccountSession: Hashable, Sendable {
  /// Who is signed in.
  public let account: Account

  /// By which session.
  public let session: Session

  /// Joins a session to its account.
  ///
  /// - Precondition: `session.accountID` is `account.id`.
  public init(account: Account, session: Session) {
    precondition(session.accountID == account.id, "a session of another account")
    self.account = account
    self.session = session
  }

  /// The same as it is at that time: a session that has run out has ended.
  func state(at time: Timestamp) -> AccountSession {
    AccountSession(account: account, session: session.state(at: time))
  }
}
