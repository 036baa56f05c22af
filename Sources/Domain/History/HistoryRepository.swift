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
/// - Events outlive the account that they concern, without their texts:
///   ``AccountRepository/remove(_:proof:in:)`` erases these.
public protocol HistoryRepository: Sendable {
  /// Returns a page of the events that match a query, the newest first.
  ///
  /// - Parameters:
  ///   - query: selects the events.
  ///   - page: selects the page.
  ///   - scope: the scope of the call.
  /// - Returns: the events in the descending order of their numbers. Events that are recorded after
  ///   the first page was read are on none of the next pages.
  /// - Throws: ``HistoryError/store(_:)``, with ``StoreFailure/Reason/unsupported`` for a cursor that
  ///   is not one of this list.
  func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent>
}
