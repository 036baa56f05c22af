public import MonikerDomain

/// The presenter of the list: passes requests to the interactor, formats the results for the view,
/// and calls the router to show a session.
///
/// VIPER: the view depends on this presenter only; the presenter depends neither on the store nor on
/// how screens are made.
@MainActor
public final class SessionsPresenter {
  private weak let view: (any SessionsView)?
  private let interactor: SessionsInteractor
  private let router: SessionsRouter
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  /// Makes the presenter for the router.
  init(
    view: any SessionsView,
    interactor: SessionsInteractor,
    router: SessionsRouter,
    actingAccount: ActingAccount,
    store: StoreDescription
  ) {
    self.view = view
    self.interactor = interactor
    self.router = router
    self.actingAccount = actingAccount
    self.store = store
  }

  /// Shows the sessions.
  ///
  /// - Parameter endedLimit: the largest number of ended sessions to show.
  public func list(endedLimit: Int) async {
    await interactor.list(endedLimit: endedLimit)
  }

  /// Shows one session in detail.
  ///
  /// - Parameter typed: its ID, or the first characters of it.
  public func choose(_ typed: String) async {
    await interactor.find(typed)
  }

  /// Ends one session.
  ///
  /// - Parameter typed: its ID, or the first characters of it.
  public func end(_ typed: String) async {
    await interactor.end(typed)
  }

  /// Ends the sessions in a scope.
  public func end(_ scope: SessionSelection) async {
    await interactor.end(scope)
  }
}

extension SessionsPresenter: SessionsInteractorOutput {
  func interactor(hasListed list: SessionList, at time: Timestamp) {
    let sessions = SessionsOutcome.Sessions(
      rows: list.entries.map { SessionRow($0, at: time) },
      moreHaveEnded: list.moreHaveEnded
    )
    view?.show(SessionsOutcome(content: .list(sessions), store: store))
  }

  func interactor(hasFound entry: SessionEntry, at time: Timestamp) {
    router.showDetail(of: entry, at: time)
  }

  func interactor(hasEnded entries: [SessionEntry], at time: Timestamp) {
    let rows = entries.map { SessionRow($0, at: time) }
    view?.show(SessionsOutcome(content: .ended(rows), store: store))
  }

  func interactor(hasFoundEnded entry: SessionEntry, at time: Timestamp) {
    view?.show(SessionsOutcome(content: .hadEnded(SessionRow(entry, at: time)), store: store))
  }

  func interactor(hasFailed error: SessionError) {
    view?.show(error == .notSignedIn ? actingAccount.notSignedIn : Problem(error))
  }
}
