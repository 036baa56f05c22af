public import MonikerDomain

/// The sessions of a store whose changes end with a failure.
public struct FailingChanges: SessionRepository {
  private let inner: any SessionRepository
  private let failure: StoreFailure

  /// Wraps a store's sessions.
  public init(_ inner: any SessionRepository, _ failure: StoreFailure) {
    self.inner = inner
    self.failure = failure
  }

  /// Returns changes that throw the failure.
  public func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges {
    SessionChanges { $0.finish(throwing: .store(failure)) }
  }

  /// Forwards to the inner store.
  public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    try await inner.session(of: subject, on: device)
  }

  /// Forwards to the inner store.
  public func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await inner.renew(subject, in: context)
  }

  /// Forwards to the inner store.
  public func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await inner.end(subject, in: context, naming: limit)
  }

  /// Forwards to the inner store.
  public func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await inner.endSessions(scope, in: context)
  }

  /// Forwards to the inner store.
  public func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int {
    try await inner.recordExpiries(in: context)
  }

  /// Forwards to the inner store.
  public func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await inner.openSessions(page, in: scope)
  }

  /// Forwards to the inner store.
  public func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await inner.endedSessions(page, in: scope)
  }

  /// Forwards to the inner store.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    try await inner.sessions(beginningWith: prefix, limit: limit, in: scope)
  }
}
