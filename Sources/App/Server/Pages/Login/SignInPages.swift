#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation
import NIOCore

/// Signing in under a new nickname, and under one that is held with its recovery key.
struct SignInPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("sign-in") { try await show($0, $1) }
    group.post("sign-in", use: signIn)
    group.post("sign-in/recovery-key.txt", use: saveKey)
  }

  /// The page on which somebody signs in, also if somebody is signed in already.
  func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
    var content = try await content(context)
    content.notice = pages.notice(of: request)
    return try await page(content, request, context)
  }

  private func content(_ context: ServiceContext) async throws -> SignInPage {
    let isOpen = pages.parts.signUp == .open
    var content = SignInPage(isClosed: !isOpen, isOpen: isOpen, ticket: pages.ticket(nil))
    guard let caller = context.caller?.device else { return content }
    let model = await model(on: caller.device.id, context, nil)
    await model.settled()
    let state = await model.state
    if case .failed(let problem) = state.report { throw problem }
    switch state.session {
    case .signedIn: (content.isAdding, content.isOpen) = (true, false)
    case .ended(let active):
      let name = active.account.nickname.text
      content.ended = Sentence(
        active.endSentence { DisplayTime($0).text },
        isolating: [name.visible]
      )
      content.nickname = name
    case .signedOut, nil: break
    }
    if !content.isAdding {
      let list = try await context.useCases(pages.parts).accounts.list()
      content.others = list.filter(\.isSignedIn)
        .map { SignInPage.Other(name: $0.account.nickname.text) }
      content.hasOthers = !content.others.isEmpty
    }
    return content
  }

  private func page(
    _ content: SignInPage,
    _ request: Request,
    _ context: ServiceContext,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let active = content.isAdding ? try await pages.visit(request, context).active : nil
    return pages.page(
      content,
      content.isAdding ? "Add an account" : "Sign in",
      status: status,
      for: active,
      version: try await pages.version(context)
    )
  }

  @MainActor
  private func model(
    on device: DeviceID,
    _ context: ServiceContext,
    _ attempt: SignInAttempt?
  ) -> LoginViewModel {
    let useCases = pages.parts.useCases(on: device, from: context.origin)
    return LoginViewModel(
      setNickname: useCases.setNickname,
      userSession: useCases.userSession,
      store: Pages.store,
      terms: attempt?.terms.terms ?? .unlimited,
      signIn: attempt.map { attempt in
        { @Sendable typed, terms async throws(Problem) in
          try await attempt.signIn(under: typed, on: terms)
        }
      }
    )
  }

  @Sendable private func signIn(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let form = try await PageForm(request, context)
    let attempt = await SignInAttempt(
      form,
      Admission(parts: pages.parts, context: context),
      label: request.browserLabel
    )
    // Nobody is signed in on a device that is not known: it has no session of any other.
    let device =
      context.caller?.device?.device.id
      ?? DeviceID(high: pages.parts.random(), low: pages.parts.random())
    let model = await model(on: device, context, attempt)
    await model.login(form["nickname"])
    let state = await model.state
    switch await attempt.result {
    case .success(let admitted):
      var notice: Message?
      if case .done(_, let found) = state.report { notice = found }
      return response(to: admitted, isSpelledOtherwise: notice != nil)
    case .failure(let error): return try await refusal(error, form, request, context)
    case nil: throw HTTPProblem.failure
    }
  }

  private func response(
    to admitted: Admission.Admitted,
    isSpelledOtherwise: Bool
  ) -> Response {
    let account = admitted.signIn.active.account
    var response =
      if let key = admitted.recoveryKey {
        pages.redirect(
          toShow: ShownKey(key, of: account.id),
          saying: isSpelledOtherwise ? .spelled : nil
        )
      } else {
        pages.redirect(to: .home, saying: .signedIn)
      }
    if let token = admitted.token { response.setCookie(pages.parts.access.cookie(with: token)) }
    return response
  }

  private func refusal(
    _ error: any Error,
    _ form: PageForm,
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let problem = HTTPProblem(error, at: pages.parts.now())
    let terms = BrowserTerms(rawValue: form["for"]) ?? .untilSignOut
    switch problem.code {
    case "proofRequired", "invalidRecoveryKey":
      let isWrong = problem.code == "proofRequired" && form.text("recoveryKey") != nil
      let content = ProofPage(
        nickname: form["nickname"],
        problem: isWrong
          ? Pages.otherKey
          : problem.code == "invalidRecoveryKey" ? problem.detail : nil,
        terms: terms.rawValue,
        keyTicket: pages.ticket(nil),
        linkTicket: pages.ticket(nil)
      )
      return pages.page(content, "That nickname is taken", status: problem.status)
    case "invalidNickname", "nicknameTaken", "nicknameResembles", "signUpClosed",
      "accountSuspended", "tooManyAccounts":
      var content = try await content(context)
      (content.nickname, content.problem) = (form["nickname"], Sentence(problem))
      content.terms = BrowserTerms.choices(terms)
      return try await page(content, request, context, status: problem.status)
    case "idempotencyKeyUsed" where context.caller != nil:
      // The first answer has arrived, and its cookie.
      return pages.redirect(to: .home)
    default: throw error
    }
  }

  /// Gives the key back as a file, which a browser saves; the key comes from the page that shows it.
  @Sendable private func saveKey(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let form = try await PageForm(request, context)
    guard let key = Secret(.recoveryKey, typed: form["key"]) else {
      throw HTTPProblem.invalidRecoveryKey
    }
    let name = form["nickname"].isolated
    let text = """
      The recovery key of \(name) at \(pages.parts.access.publicURL):

      \(key.text)

      Who has it can sign in as \(name).

      """
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/plain; charset=utf-8",
        .contentDisposition: "attachment; filename=\"recovery-key.txt\"",
        .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }
}
#endif
