/// An account as a list shows it, with its session on the caller's device and whether that is the
/// active one.
public struct AccountEntry: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Its session on the caller's device, as ``SessionRepository`` defines; it may have ended; nil if
  /// the account is signed out there.
  public let session: Session?

  /// Whether the session is the active one.
  public let isActive: Bool

  /// When the account last opened a session; nil if it never did.
  public let lastSignedInAt: Timestamp?

  /// When the account was suspended; nil if it is not.
  public let suspendedAt: Timestamp?

  /// Creates the value.
  public init(
    account: Account,
    session: Session?,
    isActive: Bool,
    lastSignedInAt: Timestamp?,
    suspendedAt: Timestamp? = nil
  ) {
    self.account = account
    self.session = session
    self.isActive = isActive
    self.lastSignedInAt = lastSignedInAt
    self.suspendedAt = suspendedAt
  }

  /// Whether the account has a session that has not ended.
  public var isSignedIn: Bool { session.map { $0.ending == nil } ?? false }

  /// Returns the entry as of `time`: an expired session has ended.
  func state(at time: Timestamp) -> AccountEntry {
    AccountEntry(
      account: account,
      session: session?.state(at: time),
      isActive: isActive,
      lastSignedInAt: lastSignedInAt,
      suspendedAt: suspendedAt
    )
  }
}
