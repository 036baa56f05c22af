public import MonikerDomain

extension PropertyListRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:)``.
  public func events(_ query: HistoryQuery) throws(HistoryError) -> [HistoryEntry] {
    do {
      return try state(withEvents: true).events(query)
    } catch {
      throw .store(error)
    }
  }
}
