/// Whether somebody is signed in, who it is, and signing out.
public struct UserSessionUseCase: Sendable {
  private let sessions: any SessionRepository
  private let now: @Sendable () -> Timestamp

  /// Makes the use case over a store's sessions.
  ///
  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - now: the wall clock.
  public init(sessions: any SessionRepository, now: @escaping @Sendable () -> Timestamp) {
    self.sessions = sessions
    self.now = now
  }

  /// Whether somebody is signed in by a session that has not expired.
  ///
  /// - Throws: ``SessionError/store(_:)``.
  public func isSignedIn() async throws(SessionError) -> Bool {
    guard case .signedIn = try await current() else { return false }
    return true
  }

  /// Who is signed in, judged by the clock at the time of the call.
  ///
  /// - Throws: ``SessionError/store(_:)``.
  public func current() async throws(SessionError) -> SessionState {
    try await sessions.current().state(at: now())
  }

  /// Signs out whoever is signed in; nobody being signed in is no error.
  ///
  /// - Parameter limit: how many of the sessions that stay open are named at the most.
  /// - Returns: whose session was ended, and who is still signed in beside.
  /// - Throws: ``SessionError/store(_:)``.
  public func clear(naming limit: Int = 10) async throws(SessionError) -> SignOut {
    try await sessions.endActive(at: now(), naming: limit)
  }

  /// The present state and then each change that is made through this store.
  ///
  /// - Returns: what ``SessionRepository/changes()`` promises; judge each by
  ///   ``SessionSnapshot/state(at:)``.
  public func changes() -> SessionChanges {
    sessions.changes()
  }
}
