/// The port to the events of a store.
///
/// A change writes its events in the same step: either both are kept or neither. The requirements
/// of ``NicknameRepository``, ``SessionRepository`` and ``AccountRepository`` name their events. A
/// call that changes nothing records no event.
///
/// - Event numbers ascend, from 1 on. The events of one account are in the order in which they
///   happened, independent of the clock. There may be gaps, and there is no promise across accounts.
/// - A change records the expiry of the session that it replaces or signs out of, before its own
///   events. ``SessionRepository/recordExpiries(in:)`` records all others.
/// - Each change removes the events of the accounts for which it records some, beyond the newest
///   ``StoreSettings/historyLimit`` of each account: the oldest first, and at most
///   ``HistoryEvent/maximumRemovals`` of an account. A lower limit takes effect in steps, so that no
///   change takes long.
/// - It also removes their sessions that have ended and whose ending event is no longer kept, except
///   for the active sessions.
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
