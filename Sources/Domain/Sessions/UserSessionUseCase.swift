/// Reads, uses and follows the session of a subject, and signs it out.
public struct UserSessionUseCase: Sendable {
  private let sessions: any SessionRepository
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp
  let sleep: @Sendable (_ end: Timestamp) async throws -> Void

  /// Creates the use case over a store's sessions.
  ///
  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - context: the context of the calls.
  ///   - now: returns the present time.
  ///   - sleep: suspends until a moment, and throws if the task is cancelled; ``states(of:)`` waits with
  ///     it until a session expires. Nil to sleep for the time that `now` shows to be left.
  public init(
    sessions: any SessionRepository,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp,
    sleep: (@Sendable (_ end: Timestamp) async throws -> Void)? = nil
  ) {
    self.sessions = sessions
    self.context = context
    self.now = now
    self.sleep = sleep ?? { try await Task.sleep(for: now().duration(to: $0)) }
  }

  /// Returns whether the subject has a session that has not ended.
  ///
  /// - Parameter subject: selects the session.
  /// - Throws: ``SessionError/store(_:)``.
  public func isSignedIn(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> Bool {
    guard case .signedIn = try await current(subject) else { return false }
    return true
  }

  /// Returns the state of the subject's session at the time of the call.
  ///
  /// - Parameter subject: selects the session; the result never concerns another account.
  /// - Throws: ``SessionError/store(_:)``.
  public func current(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> SessionState {
    state(of: try await snapshot(of: subject))
  }

  /// Returns the subject's session for ``state(of:)`` to judge.
  ///
  /// - Throws: ``SessionError/store(_:)``.
  public func snapshot(
    of subject: SessionSubject = .active
  ) async throws(SessionError) -> SessionSnapshot {
    try await sessions.session(of: subject, on: context.deviceID)
  }

  /// Returns the state of the subject's session and records its use.
  ///
  /// A session with an idle timeout is renewed at most once per ``Session/renewalInterval``, so
  /// that writes stay rare.
  ///
  /// - Parameter subject: selects the session; the result never concerns another account.
  /// - Returns: the state, and the error if the renewal failed; the state is valid in both cases.
  /// - Throws: ``SessionError/store(_:)`` if the store cannot be read.
  public func use(
    _ subject: SessionSubject = .active
  ) async throws(SessionError) -> (state: SessionState, failure: SessionError?) {
    let snapshot = try await sessions.session(of: subject, on: context.deviceID)
    let time = now()
    guard snapshot.isToBeRenewed(at: time) else { return (snapshot.state(at: time), nil) }
    do {
      let renewed = try await sessions.renew(subject, in: context)
      return (renewed.state(at: time), nil)
    } catch {
      return (snapshot.state(at: time), error)
    }
  }

  /// Records the use of a session that the caller has read already.
  ///
  /// - Parameter subject: selects the session.
  /// - Throws: ``SessionError/store(_:)``. Like ``use(_:)``, the call does not wait for other users of the store.
  public func renew(_ subject: SessionSubject) async throws(SessionError) {
    _ = try await sessions.renew(subject, in: context)
  }

  /// Returns the state of a snapshot's session at the time of the call.
  public func state(of snapshot: SessionSnapshot) -> SessionState {
    snapshot.state(at: now())
  }

  /// Returns the time until a snapshot's session expires; nil if it does not expire.
  public func remaining(in snapshot: SessionSnapshot) -> Duration? {
    snapshot.active?.session.remaining(at: now())
  }

  /// Returns how long ago a moment was; zero for one that is ahead of the clock.
  public func age(of time: Timestamp) -> Duration {
    max(.zero, time.duration(to: now()))
  }

  /// Returns the last use of a snapshot's session if it is more than a minute ahead of the clock.
  ///
  /// In that case the clock was wrong then or is wrong now.
  public func futureUse(in snapshot: SessionSnapshot) -> Timestamp? {
    guard let lastSeenAt = snapshot.active?.session.lastSeenAt else { return nil }
    return now().advanced(by: .seconds(60)) < lastSeenAt ? lastSeenAt : nil
  }

  /// Signs out; if the subject has no session, nothing changes and no error is thrown.
  ///
  /// - Parameters:
  ///   - subject: selects the session; no other account is signed out.
  ///   - limit: the maximum number of sessions in ``SignOut/stillOpen``.
  /// - Returns: the session that was ended, and the sessions that are still open.
  /// - Throws: ``SessionError/store(_:)``.
  @discardableResult
  public func signOut(
    _ subject: SessionSubject = .active,
    naming limit: Int = 10
  ) async throws(SessionError) -> SignOut {
    try await sessions.end(subject, in: context, naming: limit)
  }

  /// Returns the present state of the subject's session and then each different state.
  ///
  /// A change to the store by any process and the expiry of the session give a new state.
  ///
  /// - Parameter subject: selects the session anew for each state.
  /// - Returns: a sequence that ends when the task that reads it is cancelled; otherwise it ends
  ///   only after a failure, as ``SessionRepository/changes(of:on:)`` does.
  public func states(of subject: SessionSubject = .active) -> SessionStates {
    SessionStates(of: subject, in: self)
  }

  /// Returns the present snapshot and then each change of the subject's session.
  ///
  /// - Parameter subject: selects the session anew for each element.
  /// - Returns: the sequence of ``SessionRepository/changes(of:on:)``; ``state(of:)`` judges each
  ///   element.
  public func changes(of subject: SessionSubject = .active) -> SessionChanges {
    sessions.changes(of: subject, on: context.deviceID)
  }
}
