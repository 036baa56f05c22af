import MonikerPresentation

/// The views of the sessions on the command line, whose answer is the last value that was shown.
@MainActor
final class SessionsScreen: SessionsView, SessionDetailView {
  private(set) var shown: Result<Response, Problem>?

  func show(_ outcome: SessionsOutcome) {
    shown = .success(Response(outcome: outcome, notices: outcome.notice.map { [$0] } ?? []))
  }

  func show(_ outcome: SessionDetailOutcome) {
    shown = .success(Response(outcome: outcome))
  }

  func show(_ problem: Problem) {
    shown = .failure(problem)
  }
}

extension Services {
  /// Calls the presenter of the sessions, and returns what it shows.
  @MainActor
  func onSessionsScreen(
    as actingAccount: ActingAccount = .active,
    _ action: @MainActor (SessionsPresenter) async -> Void
  ) async throws(Problem) -> Response {
    let screen = SessionsScreen()
    let router = SessionsRouter(
      sessions: sessions,
      actingAccount: actingAccount,
      store: store,
      openDetail: { screen }
    )
    await action(router.makeList(for: screen))
    guard let shown = screen.shown else {
      throw Problem(.failure, "The sessions screen showed nothing.")
    }
    return try shown.get()
  }
}
