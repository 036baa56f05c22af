/// The port to the events of a store.
///
/// A change writes its events in the same step: either both are kept or neither. The requirements
/// of ``NicknameRepository``, ``SessionRepository`` and ``AccountRepository`` name their events. A
/// call that changes nothing records no event.
///
/// - Every change first records the open sessions that have expired by its time as ended, each with
///   an event, in the order of their expiry, then of their opening.
/// - Events are numbered from 1 without gaps in the order in which they were written, independent
///   of the clock.
/// - Each change removes the events beyond the newest ``RequestContext/historyLimit``, the oldest
///   first, and at most ``HistoryEvent/maximumRemovals`` of them: a lower limit takes effect in
///   steps, so that no change takes long.
/// - Each change removes the sessions that have ended and whose ending event is no longer kept,
///   except for the active sessions.
/// - Events outlive the account that they concern.
public protocol HistoryRepository: Sendable {
  /// Returns the events that match a query, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - query: selects the events. Its nickname leads to an account as it does for
  ///     ``NicknameRepository/signIn(_:)``. If it leads to none, the query selects the events of all
  ///     accounts, including removed ones, that have a kept event with exactly this spelling of
  ///     their nickname.
  ///   - scope: the scope of the call.
  /// - Returns: the events as of one moment; ``GatheredHistory`` serves a store that has them in
  ///   memory.
  /// - Throws: ``HistoryError/store(_:)``.
  func contents(
    of query: HistoryQuery,
    in scope: StoreScope
  ) async throws(HistoryError) -> any HistoryContents
}

extension HistoryRepository {
  /// Returns the events that match a query as one array, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - query: as for ``contents(of:in:)``.
  ///   - scope: the scope of the call.
  /// - Returns: an empty array if no event matches.
  /// - Throws: ``HistoryError/store(_:)``.
  public func events(
    _ query: HistoryQuery,
    in scope: StoreScope
  ) async throws(HistoryError) -> [HistoryEntry] {
    let contents = try await contents(of: query, in: scope)
    do {
      return try await contents.rest()
    } catch {
      throw .store(error)
    }
  }
}
