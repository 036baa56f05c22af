public import MonikerDomain
import MonikerModel

extension SQLiteRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/contents(of:in:)``.
  @concurrent public func contents(
    of query: HistoryQuery,
    in scope: StoreScope
  ) async throws(HistoryError) -> any HistoryContents {
    let view = owner.view(scope)
    if query.limit > SQLiteHistory.batchSize {
      do throws(StoreFailure) {
        if let history = try await historyInPieces(query, in: view) { return history }
      } catch {
        throw .store(error)
      }
    }
    let isLong = query.limit > 100
    let entries = try await read(HistoryError.self, orElse: [], isLong: isLong) {
      connection throws(StoreFailure) in
      // One more than the limit, to find out whether there are more.
      try connection.lastEvents(
        try connection.selection(query, in: view),
        limit: query.limit == .max ? .max : query.limit + 1
      )
    }
    return GatheredHistory(entries, limit: query.limit)
  }

  /// - Returns: nil if the history should be read as a whole.
  private func historyInPieces(
    _ query: HistoryQuery,
    in view: StoreView
  ) throws(StoreFailure) -> SQLiteHistory? {
    guard let connection = try connectionToReadInPieces() else { return nil }
    return try SQLiteHistory(connection, query, in: view)
  }
}
