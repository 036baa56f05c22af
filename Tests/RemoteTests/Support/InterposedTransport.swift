#if Server
import MonikerRemote

/// A transport in front of another one, which gets what this one does not treat otherwise.
protocol InterposedTransport: RemoteTransport {
  /// The transport behind this one.
  var inner: any RemoteTransport { get }
}

extension InterposedTransport {
  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    try await inner.answer(to: request, within: limit)
  }

  func follow(
    _ request: RemoteRequest,
    within limit: Duration,
    silence: Duration,
    _ reader: @escaping @Sendable (ServerSentEvent) async -> Bool
  ) async throws(RemoteLoss) -> RemoteAnswer? {
    try await inner.follow(request, within: limit, silence: silence, reader)
  }
}
#endif
