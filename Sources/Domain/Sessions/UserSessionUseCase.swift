/// Whether somebody is signed in, who it is, and signing out.
public struct UserSessionUseCase: Sendable {
  private let sessions: any SessionRepository
  private let now: @Sendable () -> RequestContext

  /// Makes the use case over a store's sessions.
  ///
  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - now: what the clock says at each call, and where this is.
  public init(sessions: any SessionRepository, now: @escaping @Sendable () -> RequestContext) {
    self.sessions = sessions
    self.now = now
  }

  /// Whether somebody is signed in by a session that has not ended.
  ///
  /// - Parameter subject: who is meant.
  /// - Throws: ``SessionError/store(_:)``.
  public func isSignedIn(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> Bool {
    guard case .signedIn = try await current(subject) else { return false }
    return true
  }

  /// Who is signed in, judged at the time of the call.
  ///
  /// - Parameter subject: who is meant; the answer is never about anybody else.
  /// - Throws: ``SessionError/store(_:)``.
  public func current(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> SessionState {
    state(of: try await snapshot(of: subject))
  }

  /// What the store holds about somebody's session, to be judged by ``state(of: _:)``.
  ///
  /// - Throws: ``SessionError/store(_:)``.
  public func snapshot(
    of subject: SessionSubject = .active
  ) async throws(SessionError) -> SessionSnapshot {
    try await sessions.session(of: subject)
  }

  /// Who is signed in, as somebody who acts as that person: a session that slides is renewed by it, at
  /// most once a minute, so that it seldom writes.
  ///
  /// - Parameter subject: who is meant; the answer is never about anybody else.
  /// - Returns: the state, and why the session could not be renewed if that failed: who is signed in
  ///   is known then all the same.
  /// - Throws: ``SessionError/store(_:)`` if the store cannot be read.
  public func use(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> (state: SessionState, failure: SessionError?) {
    let context = now()
    let snapshot = try await sessions.session(of: subject)
    guard snapshot.isToBeRenewed(at: context.time) else {
      return (snapshot.state(at: context.time), nil)
    }
    do {
      let renewed = try await sessions.renew(subject, at: context)
      return (renewed.state(at: context.time), nil)
    } catch {
      return (snapshot.state(at: context.time), error)
    }
  }

  /// What a snapshot says at the time of the call.
  public func state(of snapshot: SessionSnapshot) -> SessionState {
    snapshot.state(at: now().time)
  }

  /// How much time is left of the session of a snapshot; nil if it does not end by itself.
  public func remaining(in snapshot: SessionSnapshot) -> Duration? {
    snapshot.active?.session.remaining(at: now().time)
  }

  /// When the session of a snapshot was last used, if that is more than a minute ahead of the clock.
  ///
  /// A clock was wrong then, or is now.
  public func futureUse(in snapshot: SessionSnapshot) -> Timestamp? {
    guard let lastSeenAt = snapshot.active?.session.lastSeenAt else { return nil }
    return now().time.advanced(by: .seconds(60)) < lastSeenAt ? lastSeenAt : nil
  }

  /// Signs out; where nobody is signed in, nothing changes and no error is thrown.
  ///
  /// - Parameters:
  ///   - subject: who is meant; nobody else is signed out.
  ///   - limit: how many of the sessions that stay open are named at the most.
  /// - Returns: whose session was ended, and who is still signed in beside.
  /// - Throws: ``SessionError/store(_:)``.
  @discardableResult
  public func signOut(
    _ subject: SessionSubject = .active,
    naming limit: Int = 10
  ) async throws(SessionError) -> SignOut {
    try await sessions.end(subject, at: now(), naming: limit)
  }

  /// Who is signed in at present, and then each other state: each change that anybody makes to the store,
  /// and that the session runs out.
  ///
  /// - Returns: a sequence that ends when the task that reads it is cancelled, and by itself only after a
  ///   failure, as ``SessionRepository/changes()`` does.
  public func states() -> SessionStates {
    SessionStates(of: self)
  }

  /// The present snapshot and then each change that is made to the store.
  ///
  /// - Returns: what ``SessionRepository/changes()`` promises; ``state(of: _:)`` each.
  public func changes() -> SessionChanges {
    sessions.changes()
  }
}
