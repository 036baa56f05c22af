#if Server
import HTTPTypes
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A host` {
  @Test func `that a request names twice is refused`() async throws {
    try await TestService().run { client in
      let own = try await client.signIn("mina")
      for host in ["localhost", "evil.example"] {
        try await client.send(.get, "session", own.token, headers: [.furtherHost: host])
          .expect(400, "invalidRequest")
      }
    }
  }
}
#endif
