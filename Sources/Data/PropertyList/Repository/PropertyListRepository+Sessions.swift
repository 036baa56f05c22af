public import MonikerDomain

extension PropertyListRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/current()``.
  public func current() throws(SessionError) -> SessionSnapshot {
    do {
      return try state().snapshot
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endActive()``.
  public func endActive() throws(SessionError) -> ActiveSession? {
    do {
      // Asked first, so that signing out where nobody is signed in writes nothing and makes no
      // file. Whoever signs in right after it counts as having signed in after this call.
      guard try state().activeSessionID != nil else { return nil }
      return try change { state in state.endActive() }.get()
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(at:limit:)``.
  public func openSessions(
    at time: Timestamp,
    limit: Int
  ) throws(SessionError) -> [ActiveSession] {
    do {
      return try state().openSessions(at: time, limit: limit)
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}
