public import MonikerDomain

/// The sessions of a store, of whose changes nobody hears but a failure.
public struct FailingChanges: SessionRepository {
  private let inner: any SessionRepository
  private let failure: StoreFailure

  /// Stands before a store's sessions.
  public init(_ inner: any SessionRepository, _ failure: StoreFailure) {
    self.inner = inner
    self.failure = failure
  }

  /// The failure.
  public func changes() -> SessionChanges {
    SessionChanges { $0.finish(throwing: .store(failure)) }
  }

  /// What the inner store has.
  public func session(of subject: SessionSubject) async throws(SessionError) -> SessionSnapshot {
    try await inner.session(of: subject)
  }

  /// What the inner store does.
  public func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await inner.renew(subject, at: context)
  }

  /// What the inner store does.
  public func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await inner.end(subject, at: context, naming: limit)
  }

  /// What the inner store does.
  public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await inner.endSessions(scope, at: context)
  }

  /// What the inner store has.
  public func sessions(endedLimit: Int) async throws(SessionError) -> SessionList {
    try await inner.sessions(endedLimit: endedLimit)
  }

  /// What the inner store has.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) async throws(SessionError) -> SessionList {
    try await inner.sessions(beginningWith: prefix, limit: limit)
  }
}
