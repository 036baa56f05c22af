extension Session {
  /// The session that a sign-in opens.
  ///
  /// - Parameters:
  ///   - request: by which.
  ///   - account: for whom.
  ///   - time: when, as the store judges it.
  public static func opened(
    by request: SignInRequest,
    for account: AccountID,
    at time: Timestamp
  ) -> Session {
    Session(
      id: request.newSessionID,
      accountID: account,
      startedAt: time,
      lastSeenAt: time,
      expiresAt: request.terms.lifetime.map { time.advanced(by: $0) },
      idleTimeout: request.terms.isSliding ? request.terms.lifetime : nil,
      origin: request.context.origin
    )
  }
}
