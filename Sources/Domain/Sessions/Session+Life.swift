/// The transitions of a session, which are the same in every store.
extension Session {
  /// Returns the session as a sign-in keeps it.
  ///
  /// The session is seen at `time`. It is renewed if it has an idle timeout, or if the terms
  /// require it and less time than ``SessionTerms/minimumRemaining`` is left. It never becomes
  /// shorter.
  public func kept(on terms: SessionTerms, at time: Timestamp) -> Session {
    guard let expiresAt else { return renewed(at: time, until: nil) }
    var later = [expiresAt]
    if let idleTimeout { later.append(time.advanced(by: idleTimeout)) }
    if let minimum = terms.minimumRemaining, let lifetime = terms.lifetime,
      expiresAt < time.advanced(by: minimum)
    {
      later.append(time.advanced(by: lifetime))
    }
    return renewed(at: time, until: later.max())
  }

  /// Returns the session as use renews it.
  ///
  /// - Returns: nil if the session has no idle timeout, has ended or expired, or was last seen less
  ///   than ``renewalInterval`` ago.
  public func used(at time: Timestamp) -> Session? {
    guard let idleTimeout, let expiresAt, ending == nil, !hasExpired(by: time),
      renewalIntervalHasPassed(by: time)
    else { return nil }
    return renewed(at: time, until: max(expiresAt, time.advanced(by: idleTimeout)))
  }

  /// Returns the session with an ending.
  public func ended(_ ending: SessionEnding) -> Session {
    Session(
      id: id,
      accountID: accountID,
      deviceID: deviceID,
      startedAt: startedAt,
      lastSeenAt: lastSeenAt,
      expiresAt: expiresAt,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }

  /// Returns the session as of `time`.
  ///
  /// An expired session has ended, even if its end is not recorded yet.
  public func state(at time: Timestamp) -> Session {
    guard ending == nil, let expiresAt, hasExpired(by: time) else { return self }
    return ended(SessionEnding(at: expiresAt, .expired))
  }

  private func renewed(at time: Timestamp, until expiry: Timestamp?) -> Session {
    Session(
      id: id,
      accountID: accountID,
      deviceID: deviceID,
      startedAt: startedAt,
      lastSeenAt: max(lastSeenAt, time),
      expiresAt: expiry,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }
}
