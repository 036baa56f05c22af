#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// The page that shows a code, and waits until a person has typed it on another device.
struct WaitingPage: PageTemplates.Content {
  static let template = "waiting"

  /// The code to type.
  let code: String

  /// The address at which it is typed.
  let address: String

  /// Whether it was approved.
  let isApproved: Bool

  /// Whether nobody has decided yet.
  let isPending: Bool

  /// The form that goes on, or begins again.
  let ticket: PageTicket
}

/// Signing in with another device that is signed in.
///
/// The browser keeps both codes in a cookie, which no script can read. Asking what became of them changes nothing.
struct WaitingPages {
  let pages: Pages

  /// The seconds between two questions: 5 (RFC 8628, section 3.2).
  private static let interval = 5

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("sign-in/link", use: show)
    group.post("sign-in/link", use: begin)
    group.post("sign-in/link/finish", use: finish)
  }

  private var cookieName: String { pages.parts.access.cookieName + "-link" }

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
    let terms = BrowserTerms(rawValue: form["for"]) ?? .untilSignOut
    let kept = [link.deviceCode.text, link.userCode.text, terms.rawValue].joined(separator: ".")
    var response = pages.redirect(to: .waiting)
    let access = pages.parts.access
    if let token = link.token { response.setCookie(access.cookie(with: token)) }
    let seconds = Int(Link.lifetime.components.seconds)
    response.setCookie(access.cookie(cookieName, kept, maxAge: seconds))
    return response
  }

  /// What the browser keeps of its link.
  private struct Kept {
    let deviceCode: Secret
    let userCode: Secret
    let terms: BrowserTerms

    init?(_ text: String) {
      let parts = text.split(separator: ".").map(String.init)
      guard parts.count == 3, let deviceCode = Secret(.deviceCode, typed: parts[0]),
        let userCode = Secret(.userCode, typed: parts[1]),
        let terms = BrowserTerms(rawValue: parts[2])
      else { return nil }
      (self.deviceCode, self.userCode, self.terms) = (deviceCode, userCode, terms)
    }
  }

  private func kept(by request: Request) -> Kept? {
    request.cookies[cookieName].flatMap { Kept($0.value) }
  }

  /// The answer to a browser whose link is over, or that has none.
  private var over: Response {
    var response = pages.redirect(to: .signIn, saying: .over)
    response.setCookie(pages.parts.access.cookie(cookieName, "", maxAge: 0))
    return response
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let kept = kept(by: request) else { return over }
    let state: LinkState
    do {
      let credentials = try context.useCases(pages.parts).credentials
      state = try await credentials.linkState(deviceCode: kept.deviceCode.digest)
    } catch {
      guard case .noSuchLink = error as? CredentialError else { throw error }
      return over
    }
    let content = WaitingPage(
      code: kept.userCode.text,
      address: pages.parts.access.publicURL + PageAddress.link.rawValue,
      isApproved: state == .approved,
      isPending: state == .pending,
      ticket: pages.ticket(nil)
    )
    let title = ["approved": "You are let in", "denied": "You are not let in"][state.rawValue]
    return pages.page(
      content,
      title ?? "Type this code on your other device",
      refresh: content.isPending ? Self.interval : nil
    )
  }

  @Sendable private func finish(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let form = try await PageForm(request, context)
    guard let kept = kept(by: request) else {
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
    var response = pages.redirect(to: .home, saying: .signedIn)
    if let token = admitted.token {
      response.setCookie(pages.parts.access.cookie(with: token))
    }
    response.setCookie(pages.parts.access.cookie(cookieName, "", maxAge: 0))
    return response
  }
}
#endif
