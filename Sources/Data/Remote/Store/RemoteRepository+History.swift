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
      ]
    )
    do {
      let found = try await self.page(call, page, for: HistoryAnswer.self, \.page)
      // The times of events are in no order, so a page may have none of those that are wanted.
      guard let since = query.since else { return found }
      return Page(entries: found.entries.filter { $0.time >= since }, next: found.next)
    } catch {
      throw .store(error)
    }
  }
}
#endif
