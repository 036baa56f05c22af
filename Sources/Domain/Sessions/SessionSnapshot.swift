/// What a store holds about somebody's session at one moment.
public struct SessionSnapshot: Hashable, Sendable {
  /// The session, which may have ended, or have run out without anything having recorded it.
  public let active: AccountSession?

  /// Makes the value.
  public init(active: AccountSession?) {
    self.active = active
  }

  /// Judges the session by the clock.
  public func state(at now: Timestamp) -> SessionState {
    guard let active else { return .signedOut }
    let judged = active.state(at: now)
    return judged.session.ending == nil ? .signedIn(judged) : .ended(judged)
  }

  /// Whether use renews the session: it has an idle timeout and was last seen long enough ago.
  func isToBeRenewed(at now: Timestamp) -> Bool {
    active?.session.used(at: now) != nil
  }
}
