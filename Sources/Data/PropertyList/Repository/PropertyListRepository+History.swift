public import MonikerDomain

extension PropertyListRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/contents(of:)``.
  public func contents(of query: HistoryQuery) throws(HistoryError) -> any HistoryContents {
    do {
      return try state(withEvents: true).contents(of: query)
    } catch {
      throw .store(error)
    }
  }
}
