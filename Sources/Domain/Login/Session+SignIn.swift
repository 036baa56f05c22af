extension Session {
  /// Returns the session that a sign-in opens.
  ///
  /// - Parameters:
  ///   - request: the sign-in.
  ///   - account: the account that signs in.
  ///   - time: the time of the sign-in.
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
