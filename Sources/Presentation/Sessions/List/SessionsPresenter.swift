public import MonikerDomain

/// The presenter of the list: asks the interactor for what the view wants, formats what comes back, and
/// has the router go where a session is looked at.
///
/// VIPER: the view knows this presenter and nothing else; this knows neither the store nor how
/// screens are made.
@MainActor
public final class SessionsPresenter {
  private weak let view: (any SessionsView)?
  private let interactor: SessionsInteractor
  private let router: SessionsRouter
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  /// Joins the parts; the router does it.
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

  /// The person wants to see the sessions.
  ///
  /// - Parameter endedLimit: how many of those that have ended at the most.
  public func list(endedLimit: Int) async {
    await interactor.list(endedLimit: endedLimit)
  }

  /// The person has chosen a session.
  ///
  /// - Parameter typed: the beginning of its identity.
  public func choose(_ typed: String) async {
    await interactor.find(typed)
  }

  /// The person wants to end a session.
  ///
  /// - Parameter typed: the beginning of its identity.
  public func end(_ typed: String) async {
    await interactor.end(typed)
  }

  /// The person wants to end several sessions, or their own.
  public func end(_ scope: SessionScope) async {
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
