/// Where sessions are kept, one of which may be the active one.
///
/// What is said of ``NicknameRepository`` holds here too: whole intentions, all or nothing, and
/// what was returned is kept. Both are faces of one store: what one changes the other shows.
public protocol SessionRepository: Sendable {
  /// What the store holds about somebody's session, as of the last change that was acknowledged.
  ///
  /// - Parameter subject: whose session; a nickname leads to its account as it does for
  ///   ``NicknameRepository/signIn(_:)``.
  /// - Returns: a snapshot without a session where the subject has none, so in a store that was never
  ///   written to. An expired session is returned as it is: the caller has the clock. Nobody else's
  ///   session is ever returned in its place.
  /// - Throws: ``SessionError/store(_:)``. A failure never looks like "nobody".
  func session(of subject: SessionSubject) async throws(SessionError) -> SessionSnapshot

  /// Ends somebody's session for good, whether or not it has expired.
  ///
  /// - Nobody else becomes active: if it was the active session, no session is active after it.
  /// - Only that session ends; every other one stays open.
  /// - Where there is no such session nothing changes, and a store that was never written to stays
  ///   so.
  ///
  /// - Parameters:
  ///   - subject: whose session, as for ``session(of:)``.
  ///   - time: the time by which the sessions that stay open have not expired.
  ///   - limit: how many of these are named at the most; what is below 0 counts as 0.
  /// - Returns: what was ended, and what stayed open at that moment.
  /// - Throws: ``SessionError/store(_:)``.
  func end(
    _ subject: SessionSubject,
    at time: Timestamp,
    naming limit: Int
  ) async throws(SessionError) -> SignOut

  /// The sessions that have not been ended and have not expired by `time`, the active one among
  /// them, in the order in which they were opened.
  ///
  /// - Parameters:
  ///   - time: the present, by which expiry is judged.
  ///   - limit: the most that are returned, the first ones; what is below 0 counts as 0.
  /// - Returns: an empty array in a store that was never written to.
  /// - Throws: ``SessionError/store(_:)``.
  func openSessions(
    at time: Timestamp,
    limit: Int
  ) async throws(SessionError) -> [ActiveSession]

  /// The changes that are made to the store from now on, through this object or by others; of a store
  /// that outlives its process also those of other processes, within 100 ms.
  ///
  /// - The first element is the present state, also where nothing was ever written.
  /// - Each change of what ``session(of:)`` returns for the active session gives one element, in
  ///   order. A reader that is slower than the changes misses states in between, as any reader may of
  ///   those that others make. Nobody misses the last one, or gets a state that never was.
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
