/// What becomes of a session, the same in every store.
extension Session {
  /// The session as a sign-in keeps it: seen, and renewed if it slides, or if the terms ask for it
  /// and it would run out too early; never shortened.
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

  /// The session as use renews it; nil if there is nothing to renew yet.
  public func used(at time: Timestamp) -> Session? {
    guard let idleTimeout, let expiresAt, ending == nil, !hasExpired(by: time),
      lastSeenAt.duration(to: time) >= Self.renewalInterval
    else { return nil }
    return renewed(at: time, until: max(expiresAt, time.advanced(by: idleTimeout)))
  }

  /// The session after its end.
  public func ended(_ ending: SessionEnding) -> Session {
    Session(
      id: id,
      accountID: accountID,
      startedAt: startedAt,
      lastSeenAt: lastSeenAt,
      expiresAt: expiresAt,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }

  /// The session as it is at that time: one that has run out has ended, be it that nobody has
  /// recorded it yet.
  public func state(at time: Timestamp) -> Session {
    guard ending == nil, let expiresAt, hasExpired(by: time) else { return self }
    return ended(SessionEnding(at: expiresAt, .expired))
  }

  private func renewed(at time: Timestamp, until expiry: Timestamp?) -> Session {
    Session(
      id: id,
      accountID: accountID,
      startedAt: startedAt,
      lastSeenAt: max(lastSeenAt, time),
      expiresAt: expiry,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }
}
