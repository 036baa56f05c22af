#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: HistoryRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:_:in:)``.
  @concurrent package func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    let view = view(scope)
    return try await read(HistoryError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.events(query, page, in: view)
    }
  }
}
#endif
