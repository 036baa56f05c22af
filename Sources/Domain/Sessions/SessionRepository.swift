/// The port to the sessions of a store, of which each device has at most one active one.
///
/// The general laws of ``NicknameRepository`` apply: each change is atomic, and what a call has
/// returned is kept. One object conforms to all ports of a store: changes through one port are
/// visible through the others.
///
/// The session of an account on a device is the last one there, unless the account has signed out of
/// it. It is open until something ends it, and valid until it expires. A subject, the active session
/// and the session of an account are those of the call's device.
public protocol SessionRepository: Sendable {
  /// Returns the subject's session, as of the last acknowledged change.
  ///
  /// - Parameter subject: selects the session; a nickname leads to its account as it does for
  ///   ``NicknameRepository/signIn(_:)``.
  /// - Parameter device: the device of the call.
  /// - Returns: a snapshot without a session if the subject has none, and for a store that was
  ///   never written to. An expired session is returned as it is, because the caller has the clock.
  ///   The session of another account is never returned in its place.
  /// - Throws: ``SessionError/store(_:)``. A failure never looks like the absence of a session.
  func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot

  /// Records the use of a session.
  ///
  /// - A session that holds is renewed as ``Session/used(at:)`` defines.
  /// - The call does not wait for other users of the store: a locked store is busy at once. A
  ///   caller that only reads the session already has its answer.
  /// - If there is nothing to renew, nothing changes.
  ///
  /// - Parameters:
  ///   - subject: selects the session, as for ``session(of:on:)``.
  ///   - context: the request context.
  /// - Returns: what ``session(of:on:)`` returns after the call.
  /// - Throws: ``SessionError/store(_:)``.
  func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot

  /// Signs out: ends the subject's session for good, and records ``HistoryEvent/Kind/signedOut``.
  ///
  /// - If the session was the active one, no session is active afterwards. For an active session
  ///   that had ended before, nothing is recorded. If it had expired, its expiry is.
  /// - Only that session ends; all others stay open, also those of the account on other devices.
  /// - If there is no such session, nothing changes, and a store that was never written to stays
  ///   so.
  ///
  /// - Parameters:
  ///   - subject: selects the session, as for ``session(of:on:)``.
  ///   - context: the request context.
  ///   - limit: the maximum number of sessions in ``SignOut/stillOpen``; a negative number counts
  ///     as 0.
  /// - Returns: the session that was ended, or that was active and had ended before, and the
  ///   sessions on the device that were still open at that moment, unexpired.
  /// - Throws: ``SessionError/store(_:)``.
  func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut

  /// Revokes sessions in the order of their opening, and records ``HistoryEvent/Kind/revoked`` for
  /// each.
  ///
  /// - The call ends at most ``Session/maximumRevocations`` sessions, those that were opened first: it
  ///   may be repeated until it returns less.
  /// - An active session stays the active one of its device, even if the call ends it.
  /// - A session that has ended or expired before is not ended again.
  /// - The links that were approved for the accounts of these sessions are void. If the scope is the others than
  ///   a subject's session, so are those of its account, even if there is no session to end.
  ///
  /// - Parameters:
  ///   - scope: selects the sessions.
  ///   - context: the request context.
  /// - Returns: the sessions that the call ended, in their state after it.
  /// - Throws: ``SessionError/noSuchSession(_:)`` if the scope is a session that does not exist; if
  ///   the scope names a subject, ``SessionError/notSignedIn`` if the subject has no session and
  ///   ``SessionError/sessionEnded(_:)`` if that session has ended; ``SessionError/store(_:)``.
  func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry]

  /// Records the ends of sessions that have expired, each with ``HistoryEvent/Kind/expired`` at the
  /// time of its expiry and without an origin.
  ///
  /// - The sessions are taken in the order of their expiry, then of their opening, and at most
  ///   ``Session/maximumExpiries`` of them: the call may be repeated until it returns less.
  /// - The active sessions stay the active ones. The scope of the call does not matter.
  ///
  /// - Parameter context: the request context.
  /// - Returns: the number of sessions whose end was recorded.
  /// - Throws: ``SessionError/store(_:)``.
  func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int

  /// Returns a page of the open sessions, in the order of their opening.
  ///
  /// - Parameters:
  ///   - page: selects the page.
  ///   - scope: the scope of the call, and the device whose active session is marked.
  /// - Returns: a page without entries for a store that was never written to. A session that has expired
  ///   is among them until its end is recorded.
  /// - Throws: ``SessionError/store(_:)``, with ``StoreFailure/Reason/unsupported`` for a cursor that is
  ///   not one of this list.
  func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry>

  /// Returns a page of the sessions that have ended and are kept, in the order of their ends, the last
  /// one first.
  ///
  /// - Parameters:
  ///   - page: selects the page.
  ///   - scope: as for ``openSessions(_:in:)``.
  /// - Throws: as ``openSessions(_:in:)``.
  func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry>

  /// Returns the open and ended sessions whose ID has a prefix.
  ///
  /// - Parameters:
  ///   - prefix: the prefix.
  ///   - limit: the maximum number of sessions, of which the first are returned; a negative number
  ///     counts as 0.
  ///   - scope: the scope of the call, and the device whose active session is marked.
  /// - Returns: a list whose ``SessionList/moreHaveEnded`` is false.
  /// - Throws: ``SessionError/store(_:)``.
  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList

  /// Returns the changes of a subject's session on a device from now on, by this and all other users
  /// of the store.
  ///
  /// Changes by other processes to a store that outlives its process arrive within 100 ms.
  ///
  /// - The first element is the present state, also for a store that was never written to.
  /// - Each change of the session gives one element, in order. Changes that a store makes in
  ///   one step may give only the last of them. A reader that is slower than the changes misses
  ///   intermediate states, and any reader may miss those that others make. No reader misses the
  ///   last state or receives a state that never existed.
  /// - If the store's file is replaced, removed or created again, the sequence continues with the
  ///   content that is there.
  /// - A store that cannot be read throws its failure in place of the first element, and the
  ///   sequence ends. If a store becomes unreadable later and stays so for some seconds, the
  ///   sequence throws the failure then.
  /// - The sequence ends when the task that reads it is cancelled; otherwise it ends only after a
  ///   failure.
  ///
  /// - Parameters:
  ///   - subject: selects the session, as for ``session(of:on:)``.
  ///   - device: the device.
  func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges
}
