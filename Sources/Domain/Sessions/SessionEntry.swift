/// A session as a list shows it: with its account, and whether it is the active one.
public struct SessionEntry: Hashable, Sendable {
  /// The session and its account.
  public let holder: AccountSession

  /// Whether it is the active one, be it that it has ended.
  public let isActive: Bool

  /// The session.
  public var session: Session { holder.session }

  /// Its account.
  public var account: Account { holder.account }

  /// Makes the value.
  public init(holder: AccountSession, isActive: Bool) {
    self.holder = holder
    self.isActive = isActive
  }

  /// The entry as it is at that time: a session that has run out has ended.
  func state(at time: Timestamp) -> SessionEntry {
    SessionEntry(holder: holder.state(at: time), isActive: isActive)
  }
}
