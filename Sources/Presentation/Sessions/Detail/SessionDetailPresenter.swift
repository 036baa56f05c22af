import MonikerDomain

/// The presenter of one session.
///
/// The router passes it the session, so it has no interactor to fetch one.
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
