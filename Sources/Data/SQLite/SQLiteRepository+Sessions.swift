public import MonikerDomain

extension SQLiteRepository: SessionRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:)``.
  public func session(of subject: SessionSubject) throws(SessionError) -> SessionSnapshot {
    do {
      return SessionSnapshot(active: try stored(subject))
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
      let nobody = try read { connection throws(StoreFailure) in
        try connection.transaction(.deferred) { () throws(StoreFailure) -> SignOut? in
          guard try connection.session(of: subject) == nil else { return nil }
          return try connection.signOut(ended: nil, at: time, naming: limit)
        }
      }
      guard let nobody else { return SignOut(ended: nil, open: [], limit: limit) }
      if let signOut = nobody { return signOut }
      return try write { connection throws(StoreFailure) in
        let ended = try connection.end(subject)
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

  func stored(_ subject: SessionSubject) throws(StoreFailure) -> ActiveSession? {
    let session = try read { connection throws(StoreFailure) in
      try connection.session(of: subject)
    }
    return session ?? nil
  }

  /// See ``/MonikerDomain/SessionRepository/changes()``.
  public nonisolated func changes() -> SessionChanges {
    SessionChanges { continuation in
      Task { await self.subscribe(continuation) }
    }
  }
}
