public import MonikerDomain
import MonikerModel

extension SQLiteRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:on:)``.
  @concurrent public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    try await read(SessionError.self, orElse: SessionSnapshot(active: nil)) {
      connection throws(StoreFailure) in try connection.snapshot(of: subject, on: device)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:in:)``.
  @concurrent public func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    let context = owner.change(context, at: location)
    return try await change(waitsForLock: false) { connection throws(StoreFailure) in
      try connection.renew(subject, context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:in:naming:)``.
  @concurrent public func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.signOut(subject, context, naming: limit)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:in:)``.
  @concurrent public func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.endSessions(scope, context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/recordExpiries(in:)``.
  @concurrent public func recordExpiries(
    in context: RequestContext
  ) async throws(SessionError) -> Int {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.recordExpiries(context)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(_:in:)``.
  @concurrent public func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let view = owner.view(scope)
    let none = Page<SessionEntry>(entries: [], next: nil)
    return try await read(SessionError.self, orElse: none, isLong: true) {
      connection throws(StoreFailure) in try connection.openSessions(page, in: view)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endedSessions(_:in:)``.
  @concurrent public func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let view = owner.view(scope)
    let none = Page<SessionEntry>(entries: [], next: nil)
    return try await read(SessionError.self, orElse: none, isLong: true) {
      connection throws(StoreFailure) in try connection.endedSessions(page, in: view)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:in:)``.
  @concurrent public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    let view = owner.view(scope)
    // A prefix of one digit may be that of each sixteenth session.
    return try await read(SessionError.self, orElse: Self.noSessions, isLong: true) {
      connection throws(StoreFailure) in
      try connection.sessions(beginningWith: prefix, limit: limit, in: view)
    }
  }

  private static var noSessions: SessionList { SessionList(entries: [], moreHaveEnded: false) }

  /// See ``/MonikerDomain/SessionRepository/changes(of:on:)``.
  public nonisolated func changes(
    of subject: SessionSubject,
    on device: DeviceID
  ) -> SessionChanges {
    watchedChanges(of: subject, on: device)
  }
}
