extension Session {
  /// Creates the session that a sign-in opens.
  ///
  /// - Parameters:
  ///   - request: the sign-in.
  ///   - account: the account that signs in.
  public static func opened(by request: SignInRequest, for account: AccountID) -> Session {
    let (time, lifetime) = (request.context.time, request.terms.lifetime)
    return Session(
      id: request.newSessionID,
      accountID: account,
      deviceID: request.context.deviceID,
      startedAt: time,
      lastSeenAt: time,
      expiresAt: lifetime.map { time.advanced(by: $0) },
      idleTimeout: request.terms.isSliding ? lifetime : nil,
      origin: request.context.origin
    )
  }
}
