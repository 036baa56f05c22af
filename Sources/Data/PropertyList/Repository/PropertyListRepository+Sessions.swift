public import MonikerDomain

extension PropertyListRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:)``.
  public func session(of subject: SessionSubject) throws(SessionError) -> SessionSnapshot {
    do {
      return try state().snapshot(of: subject)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:at:)``.
  public func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) throws(SessionError) -> SessionSnapshot {
    do {
      return try change(waiting: false) { state in state.renew(subject, at: context) }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  public func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) throws(SessionError) -> SignOut {
    do {
      return try change { state in state.end(subject, at: context, naming: limit) }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:at:)``.
  public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) throws(SessionError) -> [SessionEntry] {
    let outcome: Result<[SessionEntry], SessionError>
    do {
      outcome = try change { state throws(SessionError) in
        try state.endSessions(scope, at: context)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(endedLimit:)``.
  public func sessions(endedLimit: Int) throws(SessionError) -> SessionList {
    do {
      return try state().sessions(endedLimit: endedLimit)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:)``.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) throws(SessionError) -> SessionList {
    do {
      return try state().sessions(beginningWith: prefix, limit: limit)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    watchedChanges()
  }
}
