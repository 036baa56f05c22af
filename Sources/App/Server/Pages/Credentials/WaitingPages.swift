#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Signing in with another device that is signed in.
///
/// The browser keeps both codes in a cookie, which no script can read. Asking what became of them changes nothing.
struct WaitingPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("sign-in/link", use: show)
    group.post("sign-in/link", use: begin)
    group.post("sign-in/link/finish", use: finish)
  }

  @Sendable private func begin(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try pages.parts.throttle.refuse(.link, from: context.client)
    let form = try await PageForm(request, context)
    let link = try await Admission(parts: pages.parts, context: context).beginLink(
      for: .signIn,
      label: request.browserLabel,
      repeatable: form.repeatable
    )
    var response = pages.redirect(to: .waiting)
    if let token = link.token { response.setCookie(pages.parts.access.cookie(with: token)) }
    pages.keep(KeptLink(link, BrowserTerms(rawValue: form["for"]) ?? .untilSignOut), &response)
    return response
  }

  /// The answer to a browser whose link is over, or that has none.
  private var over: Response { pages.redirect(afterLinkTo: .signIn, saying: .over) }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let kept = pages.keptLink(by: request),
      let state = try await pages.state(of: kept, context)
    else { return over }
    let url = pages.parts.access.publicURL
    let content = WaitingPage(.signIn, kept, state, at: url, pages.ticket(nil))
    return pages.page(content, content.heading, refresh: content.refresh)
  }

  @Sendable private func finish(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let form = try await PageForm(request, context)
    guard let kept = pages.keptLink(by: request) else {
      // The form was sent twice.
      return pages.redirect(to: .home)
    }
    let admitted: Admission.Admitted
    do {
      admitted = try await Admission(parts: pages.parts, context: context).redeem(
        deviceCode: kept.deviceCode.text,
        on: kept.terms.terms,
        repeatable: form.repeatable
      )
    } catch {
      switch error as? CredentialError {
      case .noSuchLink: return over
      case .linkNotApproved: return pages.redirect(to: .waiting)
      default: throw error
      }
    }
    var response = pages.redirect(afterLinkTo: .home, saying: .signedIn)
    if let token = admitted.token {
      response.setCookie(pages.parts.access.cookie(with: token))
    }
    return response
  }
}
#endif
