#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Logs and counts each request, and gives it an ID, which a caller may set.
///
/// The log has the pattern of the path in place of the path, and neither headers nor bodies: no secret, and no
/// nickname, is in it.
struct RequestLogMiddleware: RouterMiddleware {
  let metrics: MetricsRegistry

  @concurrent func handle(
    _ request: Request,
    context: ServiceContext,
    next: @concurrent (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let clock = ContinuousClock()
    let start = clock.now
    var context = context
    let id =
      request.headers[.xRequestID].flatMap(Self.usable)
      ?? context.logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? "none"
    context.logger[metadataKey: "hb.request.id"] = nil
    context.logger[metadataKey: "request"] = "\(id)"
    var response = try await next(request, context)
    response.headers[.xRequestID] = id
    let duration = start.duration(to: clock.now)
    let route = context.endpointPath ?? "none"
    metrics.count(
      method: request.method.isKnown ? request.method.rawValue : "other",
      route: route,
      status: response.status.code,
      duration: duration
    )
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method.isKnown ? request.method.rawValue : "other")",
        "route": "\(route)",
        "status": "\(response.status.code)",
        "ms": "\(duration / .milliseconds(1))",
      ]
    )
    return response
  }

  /// An ID that a log can contain: at most 128 letters, digits, `-`, `_` and `.`.
  private static func usable(_ id: String) -> String? {
    let isUsable = id.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
    }
    return isUsable && 1...128 ~= id.utf8.count ? id : nil
  }
}

extension HTTPRequest.Method {
  /// Whether it is one that HTTP defines: others would be labels without end.
  fileprivate var isKnown: Bool {
    [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect].contains(self)
  }
}
#endif
