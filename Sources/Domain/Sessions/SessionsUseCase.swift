/// Lists, shows and ends the sessions of a store.
public struct SessionsUseCase: Sendable {
  /// The maximum number of candidates that an ambiguous prefix returns.
  private static let namedLimit = 5

  private let sessions: any SessionRepository
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store's sessions.
  ///
  /// - Parameters:
  ///   - sessions: the store's sessions.
  ///   - context: the context of the calls.
  ///   - now: returns the present time.
  public init(
    sessions: any SessionRepository,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.sessions = sessions
    self.context = context
    self.now = now
  }

  /// Returns the open sessions, and the sessions that ended last.
  ///
  /// - Parameter endedLimit: the maximum number of sessions whose end is recorded.
  /// - Returns: the list as of the time that is returned with it.
  /// - Throws: ``SessionError/store(_:)``.
  public func list(
    endedLimit: Int
  ) async throws(SessionError) -> (list: SessionList, time: Timestamp) {
    judged(try await sessions.sessions(endedLimit: endedLimit, in: context.scope))
  }

  /// Returns a page of the open sessions, in the order of their opening.
  ///
  /// - Throws: as ``SessionRepository/openSessions(_:in:)``.
  public func open(_ page: PageRequest) async throws(SessionError) -> Page<SessionEntry> {
    let found = try await sessions.openSessions(page, in: context.scope)
    let time = now()
    return found.map { $0.state(at: time) }
  }

  /// Returns a page of the sessions that have ended, the last one first.
  ///
  /// - Throws: as ``SessionRepository/endedSessions(_:in:)``.
  public func ended(_ page: PageRequest) async throws(SessionError) -> Page<SessionEntry> {
    try await sessions.endedSessions(page, in: context.scope)
  }

  /// Returns one session.
  ///
  /// - Parameter typed: a prefix of its ID that no other session has.
  /// - Returns: the session as of the time that is returned with it.
  /// - Throws: ``SessionError/noSuchSession(_:)``; ``SessionError/ambiguous(_:_:)``;
  ///   ``SessionError/store(_:)``.
  public func session(
    _ typed: String
  ) async throws(SessionError) -> (entry: SessionEntry, time: Timestamp) {
    guard let prefix = SessionIDPrefix(typed) else { throw .noSuchSession(typed) }
    let (list, time) = judged(
      try await sessions.sessions(
        beginningWith: prefix,
        limit: Self.namedLimit,
        in: context.scope
      )
    )
    guard let entry = list.entries.first else { throw .noSuchSession(typed) }
    guard list.entries.count == 1 else { throw .ambiguous(typed, list.entries) }
    return (entry, time)
  }

  /// Revokes one session.
  ///
  /// - Parameter typed: as for ``session(_:)``.
  /// - Returns: the session after the call, and whether this call ended it: it may have ended
  ///   before.
  /// - Throws: the errors of ``session(_:)``.
  public func end(
    _ typed: String
  ) async throws(SessionError) -> (entry: SessionEntry, wasOpen: Bool, time: Timestamp) {
    let (found, time) = try await session(typed)
    guard
      let ended = try await sessions.endSessions(.session(found.session.id), in: context).first
    else {
      // If the session was open when found, another user of the store has ended it since.
      let entry = found.session.ending == nil ? try await session(typed).entry : found
      return (entry, false, time)
    }
    return (ended, true, time)
  }

  /// Revokes the session of a subject, all others, or all.
  ///
  /// More than ``Session/maximumRevocations`` sessions end in several steps. If one of them fails,
  /// those before it have happened.
  ///
  /// - Returns: the sessions that were ended, and the time of their end.
  /// - Throws: ``SessionError/notSignedIn`` and ``SessionError/sessionEnded(_:)`` if the scope
  ///   names a subject that is not signed in; ``SessionError/store(_:)``.
  public func end(
    _ scope: SessionSelection
  ) async throws(SessionError) -> (entries: [SessionEntry], time: Timestamp) {
    var ended = try await sessions.endSessions(scope, in: context)
    var count = ended.count
    // The ID of the intention would repeat the answer of the first step.
    let next = RequestContext(in: context.scope, from: context.origin)
    while count == Session.maximumRevocations {
      let more = try await sessions.endSessions(scope, in: next)
      count = more.count
      ended += more
    }
    return (ended, ended.first?.session.ending?.time ?? now())
  }

  /// Records the ends of sessions that have expired, up to ``Session/maximumExpiries`` of them.
  ///
  /// - Returns: whether more may have expired.
  /// - Throws: ``SessionError/store(_:)``.
  public func recordExpiries() async throws(SessionError) -> Bool {
    try await sessions.recordExpiries(in: context) == Session.maximumExpiries
  }

  private func judged(_ list: SessionList) -> (list: SessionList, time: Timestamp) {
    let time = now()
    let judged = SessionList(
      entries: list.entries.map { $0.state(at: time) },
      moreHaveEnded: list.moreHaveEnded
    )
    return (judged, time)
  }
}
