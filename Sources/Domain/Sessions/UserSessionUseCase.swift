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
  /// - Parameter subject: who is meant.
  /// - Throws: ``SessionError/store(_:)``.
  public func isSignedIn(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> Bool {
    guard case .signedIn = try await current(subject) else { return false }
    return true
  }

  /// Who is signed in, judged by the clock at the time of the call.
  ///
  /// - Parameter subject: who is meant; the answer is never about anybody else.
  /// - Throws: ``SessionError/store(_:)``.
  public func current(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> SessionState {
    try await sessions.session(of: subject).state(at: now())
  }

  /// What a snapshot says at the time of the call.
  public func judge(_ snapshot: SessionSnapshot) -> SessionState {
    snapshot.state(at: now())
  }

  /// How much time is left of a session; nil if it does not end by itself.
  public func remaining(of session: Session) -> Duration? {
    session.remaining(at: now())
  }

  /// Signs out whoever is signed in; nobody being signed in is no error.
  ///
  /// - Parameters:
  ///   - subject: who is meant; nobody else is signed out.
  ///   - limit: how many of the sessions that stay open are named at the most.
  /// - Returns: whose session was ended, and who is still signed in beside.
  /// - Throws: ``SessionError/store(_:)``.
  public func clear(
    _ subject: SessionSubject = .active,
    naming limit: Int = 10
  ) async throws(SessionError) -> SignOut {
    try await sessions.end(subject, at: now(), naming: limit)
  }

  /// The present state and then each change that is made to the store.
  ///
  /// - Returns: what ``SessionRepository/changes()`` promises; ``judge(_:)`` each.
  public func changes() -> SessionChanges {
    sessions.changes()
  }
}
