public import MonikerDomain

extension SQLiteRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/current()``.
  public func current() throws(SessionError) -> SessionSnapshot {
    do {
      return SessionSnapshot(active: try activeSession())
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endActive(at:naming:)``.
  public func endActive(
    at time: Timestamp,
    naming limit: Int
  ) throws(SessionError) -> SignOut {
    do {
      // Asked first, so that signing out where nobody is signed in writes nothing and makes no
      // file. Whoever signs in right after it counts as having signed in after this call.
      let nobodyActive = try read { connection throws(StoreFailure) in
        try connection.transaction(.deferred) { () throws(StoreFailure) -> SignOut? in
          guard try connection.activeSession() == nil else { return nil }
          return try connection.signOut(ended: nil, at: time, naming: limit)
        }
      }
      guard let nobodyActive else { return SignOut(ended: nil, open: [], limit: limit) }
      if let signOut = nobodyActive { return signOut }
      return try write { connection throws(StoreFailure) in
        let ended = try connection.activeSession()
        try connection.run(
          "DELETE FROM session WHERE number = (SELECT session FROM active_session)"
        )
        return try connection.signOut(ended: ended, at: time, naming: limit)
      }
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
      let sessions = try read { connection throws(StoreFailure) in
        try connection.openSessions(at: time, limit: limit)
      }
      return sessions ?? []
    } catch {
      throw .store(error)
    }
  }

  func activeSession() throws(StoreFailure) -> ActiveSession? {
    let active = try read { connection throws(StoreFailure) in try connection.activeSession() }
    return active ?? nil
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}
