/// An account as a list shows it: with its session, and whether that is the active one.
public struct AccountEntry: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Its session, as ``SessionRepository`` has it: it may have ended; nil if it is signed out.
  public let session: Session?

  /// Whether the session is the active one.
  public let isActive: Bool

  /// When it last opened a session; nil if it never has.
  public let lastSignedInAt: Timestamp?

  /// Makes the value.
  public init(account: Account, session: Session?, isActive: Bool, lastSignedInAt: Timestamp?) {
    self.account = account
    self.session = session
    self.isActive = isActive
    self.lastSignedInAt = lastSignedInAt
  }

  /// Whether the account is signed in.
  public var isSignedIn: Bool { session.map { $0.ending == nil } ?? false }

  /// The entry as it is at that time: a session that has run out has ended.
  func state(at time: Timestamp) -> AccountEntry {
    AccountEntry(
      account: account,
      session: session?.state(at: time),
      isActive: isActive,
      lastSignedInAt: lastSignedInAt
    )
  }
}
