/// Where sessions are kept, one of which may be the active one.
///
/// What is said of ``NicknameRepository`` holds here too: whole intentions, all or nothing, and
/// what was returned is kept. All are faces of one store: what one changes the others show.
///
/// The session of an account is the last one that it had, unless it has signed out of that. It is
/// open until something ends it, and holds until it runs out.
public protocol SessionRepository: Sendable {
  /// What the store holds about somebody's session, as of the last change that was acknowledged.
  ///
  /// - Parameter subject: whose session; a nickname leads to its account as it does for
  ///   ``NicknameRepository/signIn(_:)``.
  /// - Returns: a snapshot without a session where the subject has none, so in a store that was never
  ///   written to. One that has run out is returned as it is: the caller has the clock. Nobody else's
  ///   session is ever returned in its place.
  /// - Throws: ``SessionError/store(_:)``. A failure never looks like "nobody".
  func session(of subject: SessionSubject) async throws(SessionError) -> SessionSnapshot

  /// Records that somebody's session is being used.
  ///
  /// - A session that holds is renewed as ``Session/used(at:)`` has it.
  /// - Nobody is waited for: a store that others hold is busy at once, since whoever only asks who is signed
  ///   in has the answer already.
  /// - Where there is nothing to renew nothing changes.
  ///
  /// - Parameters:
  ///   - subject: whose session, as for ``session(of:)``.
  ///   - context: the present.
  /// - Returns: what ``session(of:)`` returns after it.
  /// - Throws: ``SessionError/store(_:)``.
  func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot

  /// Signs somebody out: ends the session for good, with ``HistoryEvent/Kind/signedOut``.
  ///
  /// - Nobody else becomes active: if it was the active session, no session is active after it. Of a
  ///   session that has ended before, that is all that happens.
  /// - Only that session ends; every other one stays open.
  /// - Where there is no such session nothing changes, and a store that was never written to stays
  ///   so.
  ///
  /// - Parameters:
  ///   - subject: whose session, as for ``session(of:)``.
  ///   - context: the present.
  ///   - limit: how many of the sessions that stay open are named at the most; what is below 0 counts
  ///     as 0.
  /// - Returns: what was ended, or was active and had ended before, and what stayed open at that
  ///   moment.
  /// - Throws: ``SessionError/store(_:)``.
  func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut

  /// Ends sessions as some of a list, with ``HistoryEvent/Kind/ended`` each, in the order in which they
  /// were opened.
  ///
  /// - Who is active stays so, as somebody whose session has ended.
  /// - A session that has ended before is not ended again.
  ///
  /// - Parameters:
  ///   - scope: which sessions.
  ///   - context: the present.
  /// - Returns: those that were ended, after it.
  /// - Throws: ``SessionError/noSuchSession(_:)`` where the one that is meant is not there; where the
  ///   scope is about somebody, ``SessionError/notSignedIn`` if they have no session, and
  ///   ``SessionError/sessionEnded(_:)`` if it has ended; ``SessionError/store(_:)``.
  func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) async throws(SessionError) -> [SessionEntry]

  /// The open sessions, and of those that were ended the last ones.
  ///
  /// - Parameter endedLimit: how many of these at the most, by the order in which they were ended; what
  ///   is below 0 counts as 0.
  /// - Returns: a list without entries in a store that was never written to.
  /// - Throws: ``SessionError/store(_:)``.
  func sessions(endedLimit: Int) async throws(SessionError) -> SessionList

  /// The sessions, open or ended, whose identity begins like this.
  ///
  /// - Parameters:
  ///   - prefix: the beginning.
  ///   - limit: the most that are returned, the first ones; what is below 0 counts as 0.
  /// - Returns: a list whose ``SessionList/moreHaveEnded`` is false.
  /// - Throws: ``SessionError/store(_:)``.
  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) async throws(SessionError) -> SessionList

  /// The changes that are made to the store from now on, through this object or by others; of a store
  /// that outlives its process also those of other processes, within 100 ms.
  ///
  /// - The first element is the present state, also where nothing was ever written.
  /// - Each change of the active session gives one element, in order; those that a store makes in one step may
  ///   give the last of them alone. A reader that is slower than the
  ///   changes misses states in between, as any reader may of those that others make. Nobody misses the
  ///   last one, or gets a state that never was.
  /// - A store whose place is replaced, removed or made again goes on to give what is there.
  /// - A store that cannot be read throws its failure in place of the first element and ends; one that
  ///   cannot be read later, and stays so for some seconds, does so then.
  /// - It ends when the task that reads it is cancelled, and by itself only after a failure.
  func changes() -> SessionChanges
}

extension SessionRepository {
  /// What the store holds about the active session.
  ///
  /// - Returns: what ``session(of:)`` returns for it.
  /// - Throws: ``SessionError/store(_:)``.
  public func current() async throws(SessionError) -> SessionSnapshot {
    try await session(of: .active)
  }
}
