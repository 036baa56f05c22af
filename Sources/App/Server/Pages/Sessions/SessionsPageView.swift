#if Server
import MonikerPresentation

/// The views of the sessions for one request: keep what is shown last.
@MainActor
final class SessionsPageView: SessionsView, SessionDetailView {
  private var list: Result<SessionsOutcome, Problem>?
  private var detail: SessionDetailOutcome?

  func show(_ outcome: SessionsOutcome) { list = .success(outcome) }

  func show(_ outcome: SessionDetailOutcome) { detail = outcome }

  func show(_ problem: Problem) { list = .failure(problem) }

  /// Calls the presenter, and returns the list that it shows.
  func outcome(
    _ useCases: UseCases,
    _ action: @MainActor (SessionsPresenter) async -> Void
  ) async throws -> SessionsOutcome {
    await call(useCases, action)
    guard let outcome = try list?.get() else { throw HTTPProblem.failure }
    return outcome
  }

  /// Calls the presenter, and returns the detail that it leads to.
  func detail(
    _ useCases: UseCases,
    _ action: @MainActor (SessionsPresenter) async -> Void
  ) async throws -> SessionDetailOutcome {
    await call(useCases, action)
    if case .failure(let problem) = list { throw problem }
    guard let detail else { throw HTTPProblem.failure }
    return detail
  }

  private func call(
    _ useCases: UseCases,
    _ action: @MainActor (SessionsPresenter) async -> Void
  ) async {
    let router = SessionsRouter(
      sessions: useCases.sessions,
      store: Pages.store,
      openDetail: { self }
    )
    await action(router.makeList(for: self))
  }
}
#endif
