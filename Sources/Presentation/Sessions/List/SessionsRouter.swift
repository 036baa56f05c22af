public import MonikerDomain

/// The router of the sessions: makes the parts of the list and of the detail, joins them, and leads from
/// one to the other.
@MainActor
public final class SessionsRouter {
  private let sessions: SessionsUseCase
  private let actingAccount: ActingAccount
  private let store: StoreDescription
  private let openDetail: () -> any SessionDetailView

  /// Makes the router.
  ///
  /// - Parameters:
  ///   - sessions: the use case over a store.
  ///   - identity: whom commands act as.
  ///   - store: how the store is called in what is shown.
  ///   - openDetail: makes the view of a detail when it is needed; whoever has it keeps it.
  public init(
    sessions: SessionsUseCase,
    actingAccount: ActingAccount = .active,
    store: StoreDescription,
    openDetail: @escaping () -> any SessionDetailView
  ) {
    self.sessions = sessions
    self.actingAccount = actingAccount
    self.store = store
    self.openDetail = openDetail
  }

  /// Makes the list for a view, which keeps the presenter that it gets.
  public func makeList(for view: any SessionsView) -> SessionsPresenter {
    let interactor = SessionsInteractor(sessions: sessions)
    let presenter = SessionsPresenter(
      view: view,
      interactor: interactor,
      router: self,
      actingAccount: actingAccount,
      store: store
    )
    interactor.output = presenter
    return presenter
  }

  /// Goes to the detail of a session.
  func showDetail(of entry: SessionEntry, at time: Timestamp) {
    let presenter = SessionDetailPresenter(
      view: openDetail(),
      entry: entry,
      time: time,
      store: store
    )
    presenter.load()
  }
}
