#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Finds the client behind trusted proxies, refuses foreign hosts, and limits how often a client asks.
///
/// It comes before everything that reads the store.
struct ClientRules: Sendable {
  let access: ServiceAccess
  let throttle: Throttle

  func admit(_ request: Request, _ context: inout ServiceContext) throws(HTTPProblem) {
    context.client = access.client(
      peer: context.client,
      forwarded: request.headers[values: .xForwardedFor]
    )
    try throttle.refuse(.any, from: context.client)
    // The first one is the authority. A proxy may have read another one (RFC 9112, section 3.2).
    guard !request.headers.contains(.furtherHost) else {
      throw HTTPProblem.invalidRequest("The request has more than one header Host.")
    }
    // Any other coding would be read as if it were not there (RFC 9112, section 6.1).
    if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
      throw HTTPProblem.invalidRequest("Of the transfer codings, chunked alone is understood.")
    }
    guard request.uri.path.hasPrefix("/health/") || access.answers(request.authority) else {
      throw HTTPProblem(
        .misdirectedRequest,
        "foreignHost",
        "This service answers requests for its own host alone."
      )
    }
  }
}

extension Request {
  /// The host that the client asks, with its port if it names one.
  var authority: String { head.authority ?? "" }
}

extension ServiceParts {
  /// Takes a place for a stream of events, which ends with the connection or with what is returned.
  ///
  /// - Throws: ``HTTPProblem`` 429 if the client has as many as it may.
  func placeForStream(of context: ServiceContext) throws(HTTPProblem) -> ClientLimit.Place {
    guard let place = streams.place(for: context.client.network) else {
      metrics.countThrottled("events")
      throw HTTPProblem(
        .tooManyRequests,
        "tooManyRequests",
        "There are too many streams of events from your address. End one of them.",
        retryAfter: 60
      )
    }
    // A stream may notice some seconds later that nobody reads it.
    context.disconnected.whenComplete { [weak place] _ in place?.leave() }
    return place
  }
}

extension Throttle {
  /// Refuses a device that asks what became of its link more often than it was told (RFC 8628, section 3.5).
  func refusePoll(by device: DeviceID) throws(HTTPProblem) {
    guard let seconds = take(.linkPoll, by: device) else { return }
    throw HTTPProblem(
      .badRequest,
      "slow_down",
      "The device asks too often. Ask every 5 s.",
      retryAfter: seconds
    )
  }

  /// Refuses a request that comes too early.
  func refuse(_ operation: Operation, from client: IPAddress) throws(HTTPProblem) {
    guard let seconds = take(operation, from: client.network) else { return }
    throw HTTPProblem(
      .tooManyRequests,
      "tooManyRequests",
      "There were too many requests from your address. Try again in \(seconds) s.",
      retryAfter: seconds
    )
  }
}
#endif
