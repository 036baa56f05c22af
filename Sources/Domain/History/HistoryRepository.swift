/// Where it is kept what has happened.
///
/// Events are written by the intentions that they tell of, each in the same step as what it tells:
/// where one is, so is the other. Those of ``NicknameRepository``, ``SessionRepository`` and
/// ``AccountRepository`` say which; what changes nothing gives no event.
///
/// - Whatever changes a store first records the open sessions that have run out by then, in the order
///   of their expiry, then of their opening: as ended, each with an event.
/// - Events are numbered from 1 on, without gaps, in the order in which they were written, whatever the
///   clock says.
/// - After each change those are kept that are among the last ``RequestContext/historyLimit`` ones, and the
///   sessions that have ended as long as the event that tells of it, or while they are the active
///   one.
/// - Events outlive the account that they are about.
public protocol HistoryRepository: Sendable {
  /// What has happened, the last event last.
  ///
  /// - Parameter query: which events. Its nickname leads to an account as it does for
  ///   ``NicknameRepository/signIn(_:)``; where it leads to none, the events are meant of all accounts
  ///   that had a nickname of exactly this spelling when something happened to them, be they gone.
  /// - Returns: the events as of one moment; see ``GatheredHistory`` for a store that has them in memory.
  /// - Throws: ``HistoryError/store(_:)``.
  func contents(of query: HistoryQuery) async throws(HistoryError) -> any HistoryContents
}

extension HistoryRepository {
  /// What has happened, the last event last, all at once.
  ///
  /// - Parameter query: as for ``contents(of:)``.
  /// - Returns: an empty array where there are no such events.
  /// - Throws: ``HistoryError/store(_:)``.
  public func events(_ query: HistoryQuery) async throws(HistoryError) -> [HistoryEntry] {
    let contents = try await contents(of: query)
    do {
      return try await contents.rest()
    } catch {
      throw .store(error)
    }
  }
}
