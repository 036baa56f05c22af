/// A session as a list shows it, with its account and whether it is the active one of the caller's device.
public struct SessionEntry: Hashable, Sendable {
  /// The session and its account.
  public let holder: AccountSession

  /// Whether the session is the active one of the caller's device, even if it has ended; in the answer of
  /// ``DeviceRepository/forget(_:in:)``, whether it was that of the device.
  public let isActive: Bool

  /// The session.
  public var session: Session { holder.session }

  /// Its account.
  public var account: Account { holder.account }

  /// Creates the value.
  public init(holder: AccountSession, isActive: Bool) {
    self.holder = holder
    self.isActive = isActive
  }

  /// Returns the entry as of `time`: an expired session has ended.
  func state(at time: Timestamp) -> SessionEntry {
    SessionEntry(holder: holder.state(at: time), isActive: isActive)
  }
}
