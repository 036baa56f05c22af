public import MonikerDomain
import MonikerModel

extension SQLiteRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:_:in:)``.
  @concurrent public func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    let view = owner.view(scope)
    let none = Page<HistoryEvent>(entries: [], next: nil)
    return try await read(HistoryError.self, orElse: none, isLong: page.limit > 100) {
      connection throws(StoreFailure) in try connection.events(query, page, in: view)
    }
  }
}
