#if Server
/// Sends requests to one service; tests put something between.
package protocol RemoteTransport: Sendable {
  /// Sends a request once, and returns its whole answer, whatever its status.
  ///
  /// No redirect is followed.
  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer

  /// Sends a request for a stream of events, and gives each event to a reader until it returns false, the
  /// stream ends, or nothing comes for some time.
  ///
  /// - Returns: the answer, if it is not a stream; nil for a stream that has ended.
  func follow(
    _ request: RemoteRequest,
    within limit: Duration,
    silence: Duration,
    _ reader: @escaping @Sendable (ServerSentEvent) async -> Bool
  ) async throws(RemoteLoss) -> RemoteAnswer?
}

/// A request to a service.
package struct RemoteRequest: Sendable {
  /// The method.
  package let method: String

  /// The path and the query.
  package let target: String

  /// The names and values of the headers.
  package var headers: [(String, String)] = []

  /// The body, which is JSON; nil for none.
  package var body: [UInt8]?
}

/// What a service has answered.
package struct RemoteAnswer: Sendable {
  /// The status.
  package let status: Int

  /// The headers, by their names in small letters.
  package let headers: [String: String]

  /// The body.
  package let body: [UInt8]

  /// Whether it is the answer to a request that was sent again after an answer was lost.
  var isRepeated = false
}

/// That there is no answer.
package struct RemoteLoss: Error {
  /// Whether the request may have arrived: then nobody knows whether it was done.
  package let mayHaveArrived: Bool

  /// Whether something was answered that no repetition would change.
  package let isFinal: Bool

  /// What happened in a few words, without any text of the service or of the request.
  package let detail: String

  /// Creates the value.
  package init(mayHaveArrived: Bool, isFinal: Bool = false, detail: String) {
    self.mayHaveArrived = mayHaveArrived
    self.isFinal = isFinal
    self.detail = detail
  }
}
#endif
