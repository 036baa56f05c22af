public import MonikerDomain

extension SQLiteRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:)``.
  @concurrent public func events(
    _ query: HistoryQuery
  ) async throws(HistoryError) -> [HistoryEntry] {
    do {
      let events = try await readConcurrently { connection throws(StoreFailure) in
        try connection.events(query)
      }
      return events ?? []
    } catch {
      throw .store(error)
    }
  }
}
