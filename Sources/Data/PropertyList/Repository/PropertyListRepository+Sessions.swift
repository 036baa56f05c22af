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

  /// See ``/MonikerDomain/SessionRepository/end(_:at:naming:)``.
  public func end(
    _ subject: SessionSubject,
    at time: Timestamp,
    naming limit: Int
  ) throws(SessionError) -> SignOut {
    do {
      // Asked first, so that signing out where nobody is signed in writes nothing and makes no
      // file. Whoever signs in right after it counts as having signed in after this call.
      var state = try state()
      guard state.snapshot(of: subject).active != nil else {
        return state.end(subject, at: time, naming: limit)
      }
      return try change { state in state.end(subject, at: time, naming: limit) }.get()
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
