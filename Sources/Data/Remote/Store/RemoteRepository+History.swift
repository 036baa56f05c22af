#if Server
public import MonikerDomain

extension RemoteRepository: HistoryRepository {
  /// Returns a page of the events of the accounts on this device.
  public func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    let call = RemoteCall(
      get: "history",
      query: page.parameters + [
        SessionSubject.active.parameter,
        query.account.map { ("account", $0.description) },
        query.since.map { ("since", $0.description) },
      ]
    )
    do {
      return try await self.page(call, page, for: HistoryAnswer.self, \.page)
    } catch {
      throw .store(error)
    }
  }
}
#endif
