package import MonikerDomain

extension StoreState {
  package func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in view: StoreView,
    at location: String
  ) throws(StoreFailure) -> Page<HistoryEvent> {
    var bound = Int.max
    if let cursor = page.cursor {
      guard let number = Int(cursor.description) else { throw .noSuchCursor(at: location) }
      bound = number
    }
    let visible = accountIDs(in: view)
    let wanted = events.lazy.reversed().filter { event in
      event.sequence < bound && query.account ?? event.accountID == event.accountID
        && visible?.contains(event.accountID) ?? true
        && query.since.map { $0 <= event.time } ?? true
    }
    return Page(Array(wanted.prefix(page.limit + 1)), page) { PageCursor("\($0.sequence)") }
  }

  /// Removes the texts from the events of an account.
  mutating func eraseEvents(of account: AccountID) {
    for (place, event) in events.enumerated() where event.accountID == account {
      events[place] = event.erased
    }
  }
}
