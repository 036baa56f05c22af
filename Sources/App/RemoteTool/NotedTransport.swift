#if Server
import MonikerRemote
import MonikerTool

/// Notes which changes a service was asked for without an answer, so that Ctrl-C can say so.
struct NotedTransport: RemoteTransport {
  let inner: any RemoteTransport

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    guard request.method != "GET" else { return try await inner.answer(to: request, within: limit) }
    let wasInDoubt = ChangeInDoubt.begin()
    do throws(RemoteLoss) {
      let answer = try await inner.answer(to: request, within: limit)
      // After a failure of the service, or of what stands before it, nobody knows.
      if answer.status < 500 { ChangeInDoubt.end(wasInDoubt) }
      return answer
    } catch {
      if !error.mayHaveArrived { ChangeInDoubt.end(wasInDoubt) }
      throw error
    }
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
