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
    // Without an account and a device, the newest events are the next ones of the index. A time, or a view, may
    // make the search pass by all others.
    let isLong = page.limit > 100 || query.since != nil || scope != .everything(on: scope.deviceID)
    return try await read(HistoryError.self, orElse: none, isLong: isLong) {
      connection throws(StoreFailure) in try connection.events(query, page, in: view)
    }
  }
}
