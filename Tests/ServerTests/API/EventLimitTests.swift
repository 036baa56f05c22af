#if Server
import HTTPTypes
import Testing

@testable import MonikerServer

@Suite struct `The streams of a client` {
  @Test func `beyond the limit of a client is refused, and counted`() async throws {
    var service = TestService()
    service.streamsPerClient = 0
    let parts = service.parts
    try await service.run(parts) { client in
      let token = try await client.signIn("mina").token
      let answer = try await client.send(.get, "events", token)
      answer.expect(429, "tooManyRequests")
      #expect(answer.headers[.retryAfter] == "60")
    }
    #expect(parts.metrics.text.contains(#"moniker_throttled_total{operation="events"} 1"#))
  }
}
#endif
