/// A session as a list shows it: with its account, and whether it is the active one.
public struct SessionEntry: Hashable, Sendable {
  /// The session and its account.
  public let holder: ActiveSession

  /// Whether it is the active one, be it that it has ended.
  public let isActive: Bool

  /// The session.
  public var session: Session { holder.session }

  /// Its account.
  public var account: Account { holder.account }

  /// Makes the value.
  public init(holder: ActiveSession, isActive: Bool) {
    self.holder = holder
    self.isActive = isActive
  }

  /// The entry as it is at that time: a session that has run out has ended.
  func judged(at time: Timestamp) -> SessionEntry {
    SessionEntry(holder: holder.judged(at: time), isActive: isActive)
  }
}
