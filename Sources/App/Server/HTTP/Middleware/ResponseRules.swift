#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import MonikerDomain

/// Turns the errors of routes into problem documents, or into pages for browsers, and adds the headers of every
/// response.
struct ResponseRules: Sendable {
  let now: @Sendable () -> Timestamp
  let isSecure: Bool

  private let dates = HTTPDates()

  /// Makes a page of a problem; nil for a request that is answered with a document.
  let page: @Sendable (HTTPProblem, Request) async -> Response?

  /// The response to an error that a route has thrown.
  func response(
    to error: any Error,
    of request: Request,
    _ context: ServiceContext
  ) async -> Response {
    let problem = HTTPProblem(error, at: now())
    if problem.status.kind == .serverError, problem.status != .notImplemented {
      // No error contains a secret: they have digests alone, which do not show.
      context.logger.error("\(problem.code)", metadata: ["error": "\(error)"])
    }
    return await page(problem, request) ?? problem.response
  }

  /// A response as it is sent.
  func finished(_ response: Response, to request: Request) -> Response {
    var response = response
    protect(&response)
    // A body after the head would be read as the next response (RFC 9110, section 9.3.2).
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func protect(_ response: inout Response) {
    var headers = response.headers
    headers[.date] = dates.text(of: now())
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    headers[.xContentTypeOptions] = "nosniff"
    if headers[.contentSecurityPolicy] == nil {
      headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    }
    if headers[.referrerPolicy] == nil { headers[.referrerPolicy] = "no-referrer" }
    headers[.crossOriginResourcePolicy] = "same-origin"
    if isSecure { headers[.strictTransportSecurity] = "max-age=31536000" }
    response.headers = headers
  }
}
#endif
