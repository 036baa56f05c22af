extension Session {
  /// The session as a sign-in keeps it, the same in every store: seen, and renewed where it asks for
  /// that and the session would run out too early.
  ///
  /// - Returns: nil if the session has expired by then, so that another one is to be opened.
  public func kept(by request: SignInRequest) -> Session? {
    guard !hasExpired(by: request.time) else { return nil }
    return Session(
      id: id,
      accountID: accountID,
      startedAt: startedAt,
      lastSeenAt: max(lastSeenAt, request.time),
      expiresAt: renewedExpiry(by: request),
      origin: origin
    )
  }

  /// How much time is left of the session; nil if it does not end by itself.
  public func remaining(at time: Timestamp) -> Duration? {
    expiresAt.map { time < $0 ? time.duration(to: $0) : .zero }
  }

  private func renewedExpiry(by request: SignInRequest) -> Timestamp? {
    guard let expiresAt, let limit = request.renewedBefore, expiresAt < limit,
      let later = request.expiresAt
    else { return expiresAt }
    return max(expiresAt, later)
  }
}
