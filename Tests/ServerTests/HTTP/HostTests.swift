#if Server
import HTTPTypes
import Hummingbird
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

  @Test(arguments: [
    ("http://localhost:8080", "localhost:8080", true), ("http://localhost", "localhost", true),
    ("http://localhost:8080", "127.0.0.1:8080", false), ("null", "localhost", false),
    ("https://localhost", "localhost", false), ("http://localhost:81", "localhost:80", false),
  ])
  func `of a page is the one by which it asks, under any name of the machine`(
    origin: String,
    authority: String,
    isOwn: Bool
  ) {
    #expect(TestService().access.isOwnLoopback(origin, of: authority) == isOwn)
  }

  @Test(arguments: ["gzip, chunked", "chunked, chunked", "identity"])
  func `sends bodies without another coding`(coding: String) async throws {
    try await TestService().run { client in
      try await client.send(.get, "session", headers: [.transferEncoding: coding])
        .expect(400, "invalidRequest")
    }
  }
}
#endif
