#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// Who is signed in, renaming, and signing out.
struct HomePages {
  let pages: Pages
  let signIn: SignInPages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("", use: show)
    group.post("nickname", use: rename)
    group.post("sign-out", use: signOut)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let state = context.caller?.device?.session.state(at: pages.parts.now())
    guard case .signedIn = state else { return try await signIn.show(request, context) }
    let visit = try await pages.visit(request, context)
    let account = visit.active.account.id
    if !request.isReload,
      try await pages.shownKey(of: account, by: request, visit.useCases) != nil
    {
      // The person has not said that they have kept it.
      return pages.redirect(to: .recoveryKey)
    }
    var content = HomePage(visit.active, pages)
    content.notice = pages.notice(of: request)
    return page(content, visit.active, visit.version)
  }

  /// Makes the page, also with what is wrong with one of its forms.
  private func page(
    _ content: HomePage,
    _ active: AccountSession,
    _ version: String?,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    pages.page(
      content,
      content.nickname.isolated,
      status: status,
      for: active,
      at: .home,
      version: version
    )
  }

  @MainActor
  private func model(_ change: Pages.Change) -> LoginViewModel {
    LoginViewModel(
      setNickname: change.useCases.setNickname,
      userSession: change.useCases.userSession,
      store: Pages.store,
      actingAccount: change.actingAccount
    )
  }

  @Sendable private func rename(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .home, saying: .renamed)
    }
    let typed = change.form["nickname"]
    let model = await model(change)
    await model.rename(to: typed)
    let report = await model.state.report
    guard case .failed(let problem) = report else {
      var isChanged = true
      if case .done(let outcome as RenameOutcome, _) = report { isChanged = outcome.isChanged }
      return pages.redirect(to: .home, saying: isChanged ? .renamed : .unchanged)
    }
    guard [.invalidNickname, .nicknameTaken, .nicknameResembles].contains(problem.code) else {
      throw problem
    }
    let refusal = HTTPProblem(problem)
    var content = HomePage(change.active, pages)
    (content.typed, content.problem) = (typed, Sentence(refusal))
    return page(
      content,
      change.active,
      try await pages.version(context),
      status: refusal.status
    )
  }

  @Sendable private func signOut(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .home, saying: .signedOut)
    }
    let model = await model(change)
    await model.clear()
    if case .failed(let problem) = await model.state.report { throw problem }
    var response = pages.redirect(to: .home, saying: .signedOut)
    pages.dropKey(of: change.active.account.id, &response)
    return response
  }
}
#endif
