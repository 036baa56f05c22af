#if Server
import MonikerCertificates
import MonikerDomain
import MonikerHTTPPhotos
import NIOSSL
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A photo source over TLS` {
  private func serving(
    _ context: NIOSSLContext,
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(
      tls: context,
      answer: { _, server in
        .text(
          http("200 OK", content: photoJSON("cat-1", api: "https://127.0.0.1:\(server.port)"))
        )
      }
    ) { server in
      try await body(server)
    }
  }

  private func source(
    at server: LoopbackServer,
    trusting roots: [NIOSSLCertificate]?
  ) throws -> HTTPPhotoSource {
    try HTTPPhotoSource(
      name: "Photos",
      address: "https://127.0.0.1:\(server.port)",
      key: PhotoAPIKey(secret),
      timeout: .seconds(3_600),
      connectTimeout: .seconds(3_600),
      trustRoots: roots
    )
  }

  @Test func `trusts a certificate of its authority`() async throws {
    let certificates = try Certificates()
    try await serving(certificates.server(for: "IP:127.0.0.1")) { server in
      let source = try source(at: server, trusting: [certificates.authority])
      let photo = try await source.photo(try #require(PhotoID("cat-1")))
      try await source.choose(photo)
      #expect(
        server.requests.map(\.line) == [
          "GET /photos/cat-1 HTTP/1.1", "GET /photos/cat-1/download?ixid=M3w&x=1 HTTP/1.1",
        ]
      )
    }
  }

  @Test(arguments: Call.allCases)
  func `sends nothing to a server with a certificate of its own`(call: Call) async throws {
    let certificates = try Certificates()
    let context = try certificates.server(for: "IP:127.0.0.1", isSelfSigned: true)
    try await serving(context) { server in
      let source = try source(at: server, trusting: [certificates.authority])
      let failure = try await call.failure(of: source, port: server.port)
      #expect(failure.reason == .unreachable)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: ["IP:127.0.0.2", "DNS:photos.example", "DNS:127.0.0.1"])
  func `sends nothing to a server with a certificate for another name`(
    name: String
  ) async throws {
    let certificates = try Certificates()
    try await serving(certificates.server(for: name)) { server in
      let source = try source(at: server, trusting: [certificates.authority])
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .unreachable)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `trusts only the authorities of the system unless others are given`() async throws {
    let certificates = try Certificates()
    try await serving(certificates.server(for: "IP:127.0.0.1")) { server in
      let source = try source(at: server, trusting: nil)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .unreachable)
      #expect(server.requests.isEmpty)
    }
  }
}
#endif
