public import MonikerDomain

extension SQLiteRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/contents(of:)``.
  @concurrent public func contents(
    of query: HistoryQuery
  ) async throws(HistoryError) -> any HistoryContents {
    do {
      if query.limit > SQLiteHistory.batchSize, let history = try await historyInPieces(query) {
        return history
      }
      let entries = try await readConcurrently { connection throws(StoreFailure) in
        // One more than the limit shows that there are earlier events.
        try connection.lastEvents(
          try connection.selection(query),
          limit: query.limit == .max ? .max : query.limit + 1
        )
      }
      return GatheredHistory(entries ?? [], limit: query.limit)
    } catch {
      throw .store(error)
    }
  }

  /// - Returns: nil if the history should be read as a whole.
  private func historyInPieces(_ query: HistoryQuery) throws(StoreFailure) -> SQLiteHistory? {
    guard let connection = try connectionToReadInPieces() else { return nil }
    return try SQLiteHistory(connection, query)
  }
}
