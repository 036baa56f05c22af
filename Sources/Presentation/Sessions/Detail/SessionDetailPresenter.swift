import MonikerDomain

/// The presenter of one session, which the router hands to it: there is nothing to fetch, so it has no
/// interactor.
@MainActor
final class SessionDetailPresenter {
  private weak let view: (any SessionDetailView)?
  private let entry: SessionEntry
  private let time: Timestamp
  private let store: StoreDescription

  init(
    view: any SessionDetailView,
    entry: SessionEntry,
    time: Timestamp,
    store: StoreDescription
  ) {
    self.view = view
    self.entry = entry
    self.time = time
    self.store = store
  }

  func load() {
    view?.show(SessionDetailOutcome(row: SessionRow(entry, at: time), store: store))
  }
}
