#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Finds whose browser asks for a page, by its cookie alone, and leads those to sign in who are not signed in.
///
/// A form must come from a page of the service itself, also without a cookie: another site could sign a
/// browser in as somebody else.
///
/// A cookie that proves nothing is as none, and is left: the browser may have another one by the time of the answer,
/// which would be taken away with it.
struct PageMiddleware: RouterMiddleware {
  let pages: Pages

  @concurrent func handle(
    _ request: Request,
    context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let access = pages.parts.access
    if !request.isSafe { try request.refuseForeignPage(of: access) }
    var context = context
    if let cookie = request.cookies[access.cookieName] {
      context.caller = try await pages.caller(provenBy: cookie.value)
    }
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      let problem = HTTPProblem(error, at: pages.parts.now())
      if problem.status == .unauthorized {
        response = pages.redirect(to: .signIn, saying: request.isSafe ? nil : .signInFirst)
      } else if problem.status.code < 500, let active = active(context),
        let page = pages.problem(problem, to: request, for: active)
      {
        response = page
      } else {
        // What is the fault of the service is logged, too.
        throw error
      }
    }
    pages.dropNotice(of: request, &response)
    touchCookies(of: request, context, &response)
    return response
  }
}

extension PageMiddleware {
  /// After so many days, a cookie with a token is sent anew: browsers keep it for 400.
  private static let renewalDays: Int64 = 100

  /// Makes the browser forget the pages of before, and renews its cookie if that is old.
  ///
  /// Browsers drop the pages of before from their memory when a cookie is set, though it is the same. The back
  /// button would show them after signing out: no-store does not forbid that. The cookie that is set for this is not
  /// the one with the token: a request that was sent before a newer token would bring the older one back.
  private func touchCookies(
    of request: Request,
    _ context: ServiceContext,
    _ response: inout Response
  ) {
    let access = pages.parts.access
    let hasNew = response.headers[values: .setCookie].contains {
      $0.hasPrefix(access.cookieName + "=")
    }
    let cookie = request.cookies[access.cookieName]
    guard hasNew || cookie != nil, !request.isSafe || active(context) == nil else { return }
    let name = access.cookieName + "-set"
    let today = pages.parts.now().millisecondsSince1970 / 86_400_000
    var day =
      hasNew ? today : request.cookies[name].flatMap { Int32($0.value) }.map(Int64.init) ?? 0
    if today - day >= Self.renewalDays, context.caller != nil,
      let token = cookie.flatMap({ Secret(.token, typed: $0.value) })
    {
      response.setCookie(access.cookie(with: token))
      day = today
    }
    response.setCookie(access.cookie(name, "\(day)", maxAge: 400 * 86_400))
  }

  /// Who was signed in on the caller's device when it asked; nil for nobody.
  private func active(_ context: ServiceContext) -> AccountSession? {
    guard
      case .signedIn(let active) = context.caller?.device?.session.state(at: pages.parts.now())
    else { return nil }
    return active
  }
}

extension Request {
  /// Whether the script of a page asks for it again by itself, and no person does.
  var isReload: Bool { headers[.monikerReload] != nil }
}

extension Pages {
  /// Returns the device of a cookie; nil if it proves nothing.
  fileprivate func caller(provenBy token: String) async throws -> Caller? {
    guard let digest = Secret(.token, typed: token)?.digest,
      let proven = try await parts.provenSessions.authenticate(digest)
    else { return nil }
    return .device(
      CallingDevice(
        device: proven.proof.device,
        token: digest,
        isCookie: true,
        session: proven.session
      )
    )
  }
}
#endif
