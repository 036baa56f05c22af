/// The session of a subject on a device at one moment.
public struct SessionSnapshot: Hashable, Sendable {
  /// The session, which may have ended, or may have expired without a record of it.
  public let active: AccountSession?

  /// Creates the value.
  public init(active: AccountSession?) {
    self.active = active
  }

  /// Returns the state of the session at a time.
  public func state(at now: Timestamp) -> SessionState {
    guard let active else { return .signedOut }
    let judged = active.state(at: now)
    return judged.session.ending == nil ? .signedIn(judged) : .ended(judged)
  }

  /// Whether use renews the session: it has an idle timeout, and the renewal interval has passed.
  package func isToBeRenewed(at now: Timestamp) -> Bool {
    active?.session.used(at: now) != nil
  }
}
