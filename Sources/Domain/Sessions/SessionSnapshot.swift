/// What a store holds about somebody's session at one moment.
public struct SessionSnapshot: Hashable, Sendable {
  /// The session, which may have ended, or have run out without anything having recorded it.
  public let active: ActiveSession?

  /// The latest moment that the store has seen, by which the session is judged.
  public let latest: LatestTime

  /// Makes the value.
  public init(active: ActiveSession?, latest: LatestTime = .none) {
    self.active = active
    self.latest = latest
  }

  /// Judges the session.
  ///
  /// - Parameter now: what the clock says.
  public func state(at now: Timestamp) -> SessionState {
    guard let active else { return .signedOut }
    let judged = active.judged(at: latest.judged(at: now))
    return judged.session.ending == nil ? .signedIn(judged) : .ended(judged)
  }

  /// Whether using the session is to be recorded: it slides and was last seen long enough ago, or the
  /// clock was set back and time would stand still.
  func isToBeRenewed(at now: Timestamp) -> Bool {
    guard let active else { return false }
    return latest.isStanding(at: now) || active.session.used(at: latest.judged(at: now)) != nil
  }
}
