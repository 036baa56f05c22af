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
        // One more tells that there are more.
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

  /// - Returns: nil where all of it is better read at once.
  private func historyInPieces(_ query: HistoryQuery) throws(StoreFailure) -> SQLiteHistory? {
    guard let connection = try connectionToReadInPieces() else { return nil }
    return try SQLiteHistory(connection, query)
  }
}
