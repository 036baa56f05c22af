extension Session {
  /// Creates the session that a sign-in opens.
  ///
  /// - Parameters:
  ///   - request: the sign-in.
  ///   - id: the ID of the session.
  ///   - account: the account that signs in.
  ///   - time: the time of the sign-in.
  public static func opened(
    by request: SignInRequest,
    as id: SessionID,
    of account: AccountID,
    at time: Timestamp
  ) -> Session {
    let lifetime = request.terms.lifetime
    return Session(
      id: id,
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
