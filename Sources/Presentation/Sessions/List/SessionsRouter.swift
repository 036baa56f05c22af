public import MonikerDomain

/// The router of the sessions: makes and connects the parts of the list and of the detail, and
/// navigates from one to the other.
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
  ///   - actingAccount: the account whose session commands use.
  ///   - store: the description of the store for the outcomes.
  ///   - openDetail: returns the view of the detail; the router keeps no reference to it.
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

  /// Makes the list for a view.
  ///
  /// - Returns: the presenter, which the caller retains; the presenter's reference to the view is
  ///   weak.
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

  /// Shows the detail of a session.
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
