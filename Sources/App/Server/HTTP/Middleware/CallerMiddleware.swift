#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Finds who has proved to be the caller: by a bearer token (RFC 6750) or by the cookie of a browser.
///
/// A request without either goes on, for routes that everybody may ask. One with a token that proves
/// nothing is refused. A request with the cookie that changes something must come from a page of the
/// service itself.
struct CallerMiddleware: RouterMiddleware {
  let parts: ServiceParts

  @concurrent func handle(
    _ request: Request,
    context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    if let text = try bearerToken(of: request) {
      if let secret = Secret(.identityToken, typed: text) {
        context.caller = try await account(identifiedBy: secret)
      } else {
        try await authenticate(text, isCookie: false, &context)
      }
    } else if let cookie = request.cookies[parts.access.cookieName] {
      if !request.isSafe { try request.refuseForeignPage(of: parts.access) }
      try await authenticate(cookie.value, isCookie: true, &context)
    }
    return try await next(request, context)
  }

  private func bearerToken(of request: Request) throws -> String? {
    // To look up a name makes two arrays.
    var fields = request.headers.lazy.filter { $0.name == .authorization }.makeIterator()
    guard let value = fields.next()?.value else { return nil }
    let words = value.utf8.drop { $0 == space }
    let scheme = words.prefix { $0 != space }
    let token = words[scheme.endIndex...].drop { $0 == space }.prefix { $0 != space }
    guard fields.next() == nil, isBearer(scheme), !token.isEmpty,
      words[token.endIndex...].allSatisfy({ $0 == space })
    else {
      throw HTTPProblem.unauthorized("The header Authorization must be: Bearer TOKEN.")
    }
    return String(Substring(token))
  }

  /// Compares without regard to case, as RFC 9110, section 11.1, requires.
  private func isBearer(_ scheme: Substring.UTF8View) -> Bool {
    let lowerCaseBit: UInt8 = 0x20
    return scheme.elementsEqual("bearer".utf8) { $0 | lowerCaseBit == $1 }
  }

  private var space: UInt8 { UInt8(ascii: " ") }

  private func account(identifiedBy secret: Secret) async throws -> Caller {
    guard let account = try await parts.authentication.account(identifiedBy: secret.digest) else {
      throw HTTPProblem.unauthorized("The identity token is unknown, revoked or has expired.")
    }
    return .identityToken(account)
  }

  private func authenticate(
    _ text: String,
    isCookie: Bool,
    _ context: inout ServiceContext
  ) async throws {
    let digest = Secret(.token, typed: text)?.digest
    guard let digest, let proven = try await parts.provenSessions.authenticate(digest) else {
      throw HTTPProblem.unknownToken
    }
    context.caller = .device(
      CallingDevice(
        device: proven.proof.device,
        token: digest,
        isCookie: isCookie,
        session: proven.session
      )
    )
  }
}

extension Request {
  /// Whether the method changes nothing (RFC 9110, section 9.2.1).
  var isSafe: Bool { [.get, .head, .options].contains(method) }

  /// Refuses a request that a page of another site has made.
  ///
  /// Browsers of today send Sec-Fetch-Site (Fetch Metadata Request Headers); for others Origin counts.
  func refuseForeignPage(of access: ServiceAccess) throws(HTTPProblem) {
    let isOwn =
      if let site = headers[.secFetchSite] {
        site == "same-origin" || site == "none"
      } else if let origin = headers[.origin] {
        origin == access.publicURL || access.isOwnLoopback(origin, of: authority)
      } else {
        false
      }
    guard isOwn else {
      throw HTTPProblem(
        .forbidden,
        "foreignPage",
        "A page of another site cannot change anything here."
      )
    }
  }
}
#endif
