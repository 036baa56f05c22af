#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// What a browser keeps of the link that it has begun, in a cookie that no script can read.
struct KeptLink: Sendable {
  /// The code that proves the browser.
  let deviceCode: Secret

  /// The code that it shows.
  let userCode: Secret

  /// How long the session lasts, if it signs in.
  let terms: BrowserTerms

  init(_ begun: Admission.BegunLink, _ terms: BrowserTerms) {
    (deviceCode, userCode, self.terms) = (begun.deviceCode, begun.userCode, terms)
  }

  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ".").map(String.init)
    guard parts.count == 3, let deviceCode = Secret(.deviceCode, typed: parts[0]),
      let userCode = Secret(.userCode, typed: parts[1]),
      let terms = BrowserTerms(rawValue: parts[2])
    else { return nil }
    (self.deviceCode, self.userCode, self.terms) = (deviceCode, userCode, terms)
  }
}

extension Pages {
  private var linkCookie: String { parts.access.cookieName + "-link" }

  /// The link that a browser keeps; nil for none.
  func keptLink(by request: Request) -> KeptLink? {
    request.cookies[linkCookie].flatMap { KeptLink($0.value) }
  }

  /// What became of a link; nil if it is over.
  func state(of kept: KeptLink, _ context: ServiceContext) async throws -> LinkState? {
    do {
      let credentials = try context.useCases(parts).credentials
      return try await credentials.linkState(deviceCode: kept.deviceCode.digest)
    } catch {
      guard case .noSuchLink = error as? CredentialError else { throw error }
      return nil
    }
  }

  /// Makes a browser keep a link until that is over.
  func keep(_ link: KeptLink, _ response: inout Response) {
    let text = [link.deviceCode.text, link.userCode.text, link.terms.rawValue]
      .joined(separator: ".")
    let seconds = Int(Link.lifetime.components.seconds)
    response.setCookie(parts.access.cookie(linkCookie, text, maxAge: seconds))
  }

  /// Makes a browser forget its link.
  func dropLink(_ response: inout Response) {
    response.setCookie(parts.access.cookie(linkCookie, "", maxAge: 0))
  }

  /// Leads a browser whose link was used, or is over, to a page.
  func redirect(afterLinkTo address: PageAddress, saying notice: PageNotice) -> Response {
    var response = redirect(to: address, saying: notice)
    dropLink(&response)
    return response
  }
}
#endif
