#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The page of a refusal or a failure.
struct ProblemPage: PageTemplates.Content {
  static let template = "problem"

  /// The heading.
  let heading: String

  /// Whole sentences that say what happened.
  let message: Sentence

  /// The error code, for those who report it.
  let code: String

  /// After how many seconds the browser may try again; nil if waiting does not help.
  let seconds: Int?

  /// Whether loading the page again tries it again.
  let isRepeatable: Bool

  /// What the person can do next.
  let links: [PageLink]

  init(_ problem: HTTPProblem, to request: Request) {
    heading = Self.heading(of: problem)
    message = Sentence(Self.message(of: problem), isolating: problem.names)
    code = problem.code
    seconds = problem.retryAfter
    isRepeatable = request.isSafe && problem.retryAfter != nil
    // The address of the request can begin with two slashes, which would be a link to another host.
    let again = isRepeatable ? [PageLink(address: "", words: "Try again")] : []
    let next = again + problem.remedies.compactMap(\.link)
    links = next.isEmpty ? [PageLink(address: "/", words: "Go to the start")] : next
  }

  private static func heading(of problem: HTTPProblem) -> String {
    if problem.code == "accountChanged" { return "Another account is active now" }
    return switch problem.status {
    case .notFound: "There is nothing here"
    case .forbidden: "That is not allowed"
    case .conflict: "Something else came first"
    case .tooManyRequests: "Please wait"
    case .serviceUnavailable: "Not available at the moment"
    case .badGateway: "The photos cannot be had"
    case .internalServerError: "The service has failed"
    default: problem.status.code == 507 ? "There is no space left" : "That did not work"
    }
  }

  /// The detail, in words for a person who has sent a form and knows of no header.
  private static func message(of problem: HTTPProblem) -> String {
    switch problem.code {
    case "accountChanged":
      "Your browser has switched to another account, or signed out of this one, since the page was "
        + "opened. Nothing was changed."
    case "idempotencyKeyReused", "idempotencyKeyExpired", "idempotencyKeyUsed":
      "The form was sent before. Open its page again to see what is so now."
    // The page counts the seconds.
    case "tooManyWrongCodes": "This device has given too many wrong codes."
    case "sessionsTooNew":
      "The account must have been signed in on both devices for 24 hours before one approves this for the "
        + "other\(problem.until.map { ": it will have been from \(DisplayTime($0).text) on" } ?? ""). Nothing was "
        + "approved. With the recovery key, it can be done at once."
    default: problem.detail
    }
  }
}

extension Pages {
  /// Makes the page of a problem for a browser; nil for programs, and for the addresses of the API.
  ///
  /// - Parameters:
  ///   - problem: the problem.
  ///   - request: the request that has it.
  ///   - active: who is signed in; nil if nobody is, or if that is not known.
  func problem(
    _ problem: HTTPProblem,
    to request: Request,
    for active: AccountSession? = nil
  ) -> Response? {
    guard request.isForPage else { return nil }
    let content = ProblemPage(problem, to: request)
    let refresh = content.isRepeatable ? content.seconds : nil
    var response = page(
      content,
      content.heading,
      status: problem.status,
      for: active,
      refresh: refresh
    )
    for field in problem.headers { response.headers.append(field) }
    if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// Makes the page of a problem that no page's route has, likewise.
  ///
  /// Whose browser asks is looked up for an address that nothing is at; other problems are not to read the store.
  func problem(_ problem: HTTPProblem, ofNoPage request: Request) async -> Response? {
    guard request.isForPage, problem.code == "noSuchResource" else {
      return self.problem(problem, to: request)
    }
    return self.problem(problem, to: request, for: await active(of: request))
  }
}

extension Request {
  /// Whether it asks for a page, and not for something of programs.
  fileprivate var isForPage: Bool {
    let isOfPrograms = ["/v1", "/health", "/metrics", "/openapi.json"].contains {
      uri.path == $0 || uri.path.hasPrefix($0 + "/")
    }
    let accepted = headers[values: .accept].joined(separator: ",")
    return !isOfPrograms && accepted.contains("text/html")
  }
}
#endif
