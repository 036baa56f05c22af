#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:on:)``.
  @concurrent package func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    try await read(SessionError.self, .statement) {
      transaction throws(PostgreSQLFailure) in
      SessionSnapshot(active: try transaction.session(of: subject, on: device))
    }
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:in:)``.
  @concurrent package func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.renew(subject, context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:in:naming:)``.
  @concurrent package func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.signOut(subject, context, naming: limit)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:in:)``.
  @concurrent package func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.endSessions(scope, context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/recordExpiries(in:)``.
  @concurrent package func recordExpiries(
    in context: RequestContext
  ) async throws(SessionError) -> Int {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.recordExpiries(context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(_:in:)``.
  @concurrent package func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let view = view(scope)
    return try await read(SessionError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.openSessions(page, in: view)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endedSessions(_:in:)``.
  @concurrent package func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let view = view(scope)
    return try await read(SessionError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.endedSessions(page, in: view)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:in:)``.
  @concurrent package func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    let view = view(scope)
    // A prefix of one digit may be that of each sixteenth session.
    return try await read(SessionError.self, .statement) {
      transaction throws(PostgreSQLFailure) in
      try transaction.sessions(beginningWith: prefix, limit: limit, in: view)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes(of:on:)``.
  package func changes(
    of subject: SessionSubject,
    on device: DeviceID
  ) -> SessionChanges {
    SessionChanges { continuation in
      Task { [feed] in
        await feed.subscribe(
          continuation,
          to: PostgreSQLChangeFeed.Watched(subject: subject, device: device)
        )
      }
    }
  }
}
#endif
