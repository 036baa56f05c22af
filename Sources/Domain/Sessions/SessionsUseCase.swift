/// The sessions of a store: listing them, looking at one, and ending them.
public struct SessionsUseCase: Sendable {
  /// How many sessions are named at the most where it is not clear which one is meant.
  private static let namedLimit = 5

  private let sessions: any SessionRepository
  private let now: @Sendable () -> RequestContext

  /// Makes the use case over a store's sessions.
  ///
  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - now: what the clock says at each call, and where this is.
  public init(sessions: any SessionRepository, now: @escaping @Sendable () -> RequestContext) {
    self.sessions = sessions
    self.now = now
  }

  /// The sessions that hold, and of those that have ended the last ones.
  ///
  /// - Parameter endedLimit: how many of these that were recorded at the most.
  /// - Returns: the list, judged by the time that is returned with it.
  /// - Throws: ``SessionError/store(_:)``.
  public func list(
    endedLimit: Int
  ) async throws(SessionError) -> (list: SessionList, time: Timestamp) {
    judged(try await sessions.sessions(endedLimit: endedLimit))
  }

  /// One session.
  ///
  /// - Parameter typed: the beginning of its identity, as far as it is clear which one is meant.
  /// - Returns: the session, judged by the time that is returned with it.
  /// - Throws: ``SessionError/noSuchSession(_:)``; ``SessionError/ambiguous(_:_:)``;
  ///   ``SessionError/store(_:)``.
  public func session(
    _ typed: String
  ) async throws(SessionError) -> (entry: SessionEntry, time: Timestamp) {
    guard let prefix = SessionIDPrefix(typed) else { throw .noSuchSession(typed) }
    let (list, time) = judged(
      try await sessions.sessions(beginningWith: prefix, limit: Self.namedLimit)
    )
    guard let entry = list.entries.first else { throw .noSuchSession(typed) }
    guard list.entries.count == 1 else { throw .ambiguous(typed, list.entries) }
    return (entry, time)
  }

  /// Ends one session.
  ///
  /// - Parameter typed: as for ``session(_:)``.
  /// - Returns: the session after it, and whether it was ended by this: it may have ended before.
  /// - Throws: as ``session(_:)``.
  public func end(
    _ typed: String
  ) async throws(SessionError) -> (entry: SessionEntry, wasOpen: Bool, time: Timestamp) {
    let (found, time) = try await session(typed)
    guard
      let ended = try await sessions.endSessions(.session(found.session.id), at: now()).first
    else {
      // Another has ended it since it was found, if it was open then.
      let entry = found.session.ending == nil ? try await session(typed).entry : found
      return (entry, false, time)
    }
    return (ended, true, time)
  }

  /// Ends somebody's session, all others, or all.
  ///
  /// - Returns: those that were ended, and when.
  /// - Throws: ``SessionError/notSignedIn`` and ``SessionError/sessionEnded(_:)`` where the scope is
  ///   about somebody who is not signed in; ``SessionError/store(_:)``.
  public func end(
    _ scope: SessionScope
  ) async throws(SessionError) -> (entries: [SessionEntry], time: Timestamp) {
    let context = now()
    let ended = try await sessions.endSessions(scope, at: context)
    return (ended, ended.first?.session.ending?.time ?? context.time)
  }

  private func judged(_ list: SessionList) -> (list: SessionList, time: Timestamp) {
    let time = now().time
    let judged = SessionList(
      entries: list.entries.map { $0.state(at: time) },
      moreHaveEnded: list.moreHaveEnded
    )
    return (judged, time)
  }
}
