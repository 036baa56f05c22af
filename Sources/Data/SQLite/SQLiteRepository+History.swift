public import MonikerDomain

extension SQLiteRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:)``.
  public func events(_ query: HistoryQuery) throws(HistoryError) -> [HistoryEntry] {
    do {
      let events = try read { connection throws(StoreFailure) in try connection.events(query) }
      return events ?? []
    } catch {
      throw .store(error)
    }
  }
}
