/// What a store holds about the active session at one moment.
public struct SessionSnapshot: Hashable, Sendable {
  /// The session that was made active and has not been ended since; it may have expired.
  public let active: ActiveSession?

  /// Makes the value.
  public init(active: ActiveSession?) {
    self.active = active
  }

  /// Judges the active session by the clock.
  public func state(at now: Timestamp) -> SessionState {
    guard let active else { return .signedOut }
    return active.session.hasExpired(by: now) ? .expired(active) : .signedIn(active)
  }
}
