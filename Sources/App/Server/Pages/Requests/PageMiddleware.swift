#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Finds whose browser asks for a page, by its cookie alone, and leads those to sign in who are not signed in.
///
/// A form must come from a page of the service itself, also without a cookie: another site could sign a
/// browser in as somebody else. A cookie that proves nothing is taken away.
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
    var isVoid = false
    if let cookie = request.cookies[access.cookieName] {
      context.caller = try await pages.caller(provenBy: cookie.value)
      isVoid = context.caller == nil
    }
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      let problem = HTTPProblem(error, at: pages.parts.now())
      guard problem.status == .unauthorized else { throw error }
      isVoid = isVoid || problem.code == "unauthorized" && context.caller != nil
      response = pages.redirect(to: .signIn, saying: request.isSafe ? nil : .signInFirst)
    }
    pages.dropNotice(of: request, &response)
    let hasNew = response.headers[values: .setCookie].contains {
      $0.hasPrefix(access.cookieName + "=")
    }
    guard !hasNew, let cookie = request.cookies[access.cookieName] else { return response }
    if isVoid {
      response.setCookie(access.emptyCookie)
    } else if !request.isSafe || !isSignedIn(context),
      let token = Secret(.token, typed: cookie.value)
    {
      // Browsers drop the pages of before from their memory when a cookie is set, though it is the same.
      // The back button would show them after signing out: no-store does not forbid that.
      response.setCookie(access.cookie(with: token))
    }
    return response
  }
}

extension PageMiddleware {
  /// Whether somebody was signed in on the caller's device when it asked.
  private func isSignedIn(_ context: ServiceContext) -> Bool {
    guard case .signedIn = context.caller?.device?.session.state(at: pages.parts.now()) else {
      return false
    }
    return true
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
