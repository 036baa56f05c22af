#if Server
import HTTPTypes
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `The events by the API` {
  /// The kinds and the data of the events of a stream.
  private static func events(_ answer: Answer) -> [String] {
    answer.text.split(separator: "\n").filter { $0 != ":" }.map(String.init)
  }

  @Test func `have the present state first, then each change, and an end`() async throws {
    let service = TestService()
    try await service.run { client in
      let own = try await client.signIn("mina")
      async let stream = client.send(.get, "events", own.token)
      try await poll { service.metrics.text.contains("moniker_event_streams 1\n") }
      try await client.send(.delete, "device", own.token).expect(200)
      let answer = try await stream.expect(200)
      #expect(answer.headers[.contentType] == "text/event-stream; charset=utf-8")
      let events = Self.events(answer)
      #expect(events.suffix(2) == ["event: end", #"data: {"reason":"revoked"}"#], "\(events)")
      try await poll { service.metrics.text.contains("moniker_event_streams 0\n") }
    }
  }
}
#endif
