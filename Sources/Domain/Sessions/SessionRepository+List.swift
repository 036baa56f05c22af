extension SessionRepository {
  /// Returns the open sessions, and the sessions that ended last, in the order of their start.
  ///
  /// They are read in pages, so that a change between two pages may show in the second.
  ///
  /// - Parameters:
  ///   - endedLimit: the maximum number of ended sessions; a negative number counts as 0.
  ///   - scope: as for ``openSessions(_:in:)``.
  /// - Throws: ``SessionError/store(_:)``.
  public func sessions(
    endedLimit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    let open = try await PageCursor.all { page throws(SessionError) in
      try await openSessions(page, in: scope)
    }
    let limit = max(0, endedLimit)
    var page = try await endedSessions(PageRequest(limit: limit), in: scope)
    var ended = page.entries
    while ended.count < limit, let next = page.next {
      page = try await endedSessions(PageRequest(at: next, limit: limit - ended.count), in: scope)
      ended += page.entries
    }
    let moreHaveEnded = page.next != nil || ended.count > limit
    // A session may have ended between the two lists: it is in both then, and in neither if they were
    // read in the other order.
    let both = Set(ended.map(\.session.id))
    // Sorting is stable only if the places are compared, too.
    let all = (ended.prefix(limit).reversed() + open.filter { !both.contains($0.session.id) })
      .enumerated().sorted { first, second in
        let (one, other) = (first.element.session.startedAt, second.element.session.startedAt)
        return one == other ? first.offset < second.offset : one < other
      }
    return SessionList(entries: all.map(\.element), moreHaveEnded: moreHaveEnded)
  }
}
