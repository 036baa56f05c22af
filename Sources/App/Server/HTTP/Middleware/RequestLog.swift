#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Logs and counts each request, and gives it an ID, which a caller may set.
///
/// The log has the pattern of the path in place of the path, and neither headers nor bodies: no secret, and no
/// nickname, is in it.
struct RequestLog: Sendable {
  private let metrics: MetricsRegistry
  private let clock = ContinuousClock()

  /// What is known of a request when it begins.
  struct Entry {
    /// Its ID.
    let id: String

    fileprivate let start: ContinuousClock.Instant
  }

  /// Creates the log.
  ///
  /// - Parameter metrics: counts the requests.
  init(metrics: MetricsRegistry) {
    self.metrics = metrics
  }

  /// Begins with a request, whose records of other kinds get its ID, too.
  func begin(_ request: Request, _ context: inout ServiceContext) -> Entry {
    let start = clock.now
    if let id = request.headers[.xRequestID].flatMap(Self.usable) {
      context.logger[metadataKey: Self.idKey] = "\(id)"
      return Entry(id: id, start: start)
    }
    let id = context.logger[metadataKey: Self.idKey].map { "\($0)" } ?? "none"
    return Entry(id: id, start: start)
  }

  /// Logs and counts a request that is answered.
  func end(_ entry: Entry, _ request: Request, _ response: Response, _ context: ServiceContext) {
    let duration = entry.start.duration(to: clock.now)
    let route = context.endpointPath ?? "none"
    let method = request.method.isKnown ? request.method.rawValue : "other"
    metrics.count(method: method, route: route, status: response.status.code, duration: duration)
    context.logger.info(
      "request",
      metadata: [
        "method": "\(method)",
        "route": "\(route)",
        "status": "\(response.status.code)",
        "ms": "\(duration / .milliseconds(1))",
      ]
    )
  }

  /// The key of the ID in the logger of each request.
  static let idKey = "hb.request.id"

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
