public import MonikerDomain

extension SQLiteRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:)``.
  @concurrent public func session(
    of subject: SessionSubject
  ) async throws(SessionError) -> SessionSnapshot {
    do {
      let snapshot = try await readConcurrently { connection throws(StoreFailure) in
        try connection.snapshot(of: subject)
      }
      return snapshot ?? SessionSnapshot(active: nil)
    } catch {
      throw .store(error)
    }
  }

  func snapshot(of subject: SessionSubject) throws(StoreFailure) -> SessionSnapshot {
    let snapshot = try read { connection throws(StoreFailure) in
      try connection.snapshot(of: subject)
    }
    return snapshot ?? SessionSnapshot(active: nil)
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:at:)``.
  @concurrent public func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    do {
      return try await change(waitsForLock: false) { connection throws(StoreFailure) in
        try connection.renew(subject, context)
      }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  @concurrent public func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    do {
      return try await change { connection throws(StoreFailure) in
        try connection.signOut(subject, context, naming: limit)
      }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:at:)``.
  @concurrent public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let outcome: Result<[SessionEntry], SessionError>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.endSessions(scope, context)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(endedLimit:)``.
  @concurrent public func sessions(endedLimit: Int) async throws(SessionError) -> SessionList {
    try await list { connection throws(StoreFailure) in
      try connection.sessions(endedLimit: endedLimit)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:)``.
  @concurrent public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) async throws(SessionError) -> SessionList {
    try await list { connection throws(StoreFailure) in
      try connection.sessions(beginningWith: prefix, limit: limit)
    }
  }

  @concurrent private func list(
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> SessionList
  ) async throws(SessionError) -> SessionList {
    do {
      return try await readConcurrently(body)
        ?? SessionList(entries: [], moreHaveEnded: false)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    watchedChanges()
  }
}
