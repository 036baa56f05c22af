#if Server
import MonikerDomain
import MonikerHTTPPhotos
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A photo source over HTTP that fails` {
  /// A server that repeats the key of each request in all parts of its answer.
  private func refusing(
    _ status: String,
    _ fields: [String] = [],
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer: { request, _ in
      let key = request.fields["authorization"] ?? ""
      let echo = ["X-Echo: \(key)"] + fields
      return .text(
        http(
          "\(status) \(key)",
          echo.joined(separator: "\r\n"),
          content: "{\"errors\": [\"\(key)\"]}"
        )
      )
    }) { server in
      try await body(server)
    }
  }

  static let refusals: [(String, [String], PhotoSourceFailure.Reason)] = [
    ("401", [], .unauthorized),
    ("401", ["X-Ratelimit-Remaining: 0"], .unauthorized),
    ("403", [], .unauthorized),
    ("403", ["X-Ratelimit-Remaining: 12"], .unauthorized),
    ("403", ["X-Ratelimit-Limit: 50", "X-Ratelimit-Remaining: 0"], .rateLimited),
    ("403", ["x-ratelimit-remaining:0"], .rateLimited),
    ("429", [], .rateLimited),
    ("429", ["X-Ratelimit-Remaining: 12"], .rateLimited),
    ("400", [], .unavailable), ("410", [], .unavailable), ("418", [], .unavailable),
    ("500", [], .unavailable), ("502", [], .unavailable), ("503", [], .unavailable),
    ("599", ["X-Ratelimit-Remaining: 0"], .unavailable),
    ("300", [], .malformed), ("304", [], .malformed), ("302", [], .malformed),
  ]

  @Test(arguments: refusals, Call.allCases)
  func `says why the API refuses`(
    refusal: (status: String, fields: [String], reason: PhotoSourceFailure.Reason),
    call: Call
  ) async throws {
    try await refusing(refusal.status, refusal.fields) { server in
      let failure = try await call.failure(of: source(at: server.address), port: server.port)
      #expect(failure.reason == refusal.reason)
      #expect(failure.detail.contains("status \(refusal.status)"))
    }
  }

  @Test func `knows a photo that the API does not have from an API that is not there`() async throws
  {
    try await refusing("404") { server in
      let source = try source(at: server.address)
      let id = try #require(PhotoID("cat-1"))
      await #expect(throws: PhotoError.noSuchPhoto("cat-1")) { try await source.photo(id) }
      for call in [Call.random, .choice] {
        let failure = try await call.failure(of: source, port: server.port)
        #expect(failure.reason == .unavailable)
      }
    }
  }

  @Test(arguments: ["301", "302", "303", "307", "308"], Call.allCases)
  func `follows no redirect, and sends the key to no other place`(
    status: String,
    call: Call
  ) async throws {
    try await LoopbackServer.run(answer: { _, _ in .text(http("200 OK", content: "[]")) }) {
      elsewhere in
      let target = "Location: \(elsewhere.address)/photos/random?count=2"
      try await refusing(status, [target]) { server in
        let failure = try await call.failure(of: source(at: server.address), port: server.port)
        #expect(failure.reason == .malformed)
        #expect(server.requests.count == 1)
      }
      #expect(elsewhere.connectionCount == 0)
    }
  }

  // MARK: No answer

  @Test(arguments: Call.allCases)
  func `says that there is no server`(call: Call) async throws {
    let port = try ClosedPort()
    let failure = try await call.failure(
      of: source(at: "http://127.0.0.1:\(port.number)"),
      port: port.number
    )
    #expect(failure.reason == .unreachable)
  }

  @Test func `says that there is no host of this name`() async throws {
    // RFC 6761: no name under "invalid" exists.
    let source = try source(at: "https://photos.invalid")
    let failure = try await sourceFailure { _ = try await source.photos(PhotoCount(1)) }
    #expect(failure.reason == .unreachable)
  }

  /// What a server sends before it hangs.
  static let beginnings = [
    "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n",
  ]

  @Test(arguments: beginnings, Call.allCases)
  func `does not wait longer than its time limit`(beginning: String, call: Call) async throws {
    try await LoopbackServer.run(answer: { _, _ in .text(beginning) }) { server in
      let source = try source(at: server.address, timeout: .milliseconds(50))
      let failure = try await call.failure(of: source, port: server.port)
      #expect(failure.reason == .timedOut)
    }
  }

  @Test func `does not wait longer for a connection than its time limit`() async throws {
    // A server that knows no TLS and is silent leaves a handshake open.
    try await LoopbackServer.run(answer: { _, _ in .text("") }) { server in
      let source = try source(
        at: "https://127.0.0.1:\(server.port)",
        connectTimeout: .milliseconds(50)
      )
      let failure = try await sourceFailure { _ = try await source.photos(PhotoCount(1)) }
      #expect(failure.reason == .timedOut)
    }
  }

  @Test(arguments: beginnings, Call.allCases)
  func `ends with its task`(beginning: String, call: Call) async throws {
    try await LoopbackServer.run(answer: { _, _ in .text(beginning) }) { server in
      let source = try source(at: server.address)
      let work = Task { try await call.failure(of: source, port: server.port) }
      await server.wait(for: .request)
      work.cancel()
      #expect(try await work.value.detail.hasPrefix("the call was cancelled"))
      // The connection ends, too, while the source still exists.
      await server.wait(for: .end)
      withExtendedLifetime(source) {}
    }
  }

  @Test func `sends nothing for a task that was cancelled before`() async throws {
    try await LoopbackServer.run(answer: { _, _ in .text("") }) { server in
      let source = try source(at: server.address)
      let work = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await Call.random.failure(of: source, port: server.port)
      }
      #expect(try await work.value.detail.hasPrefix("the call was cancelled"))
    }
  }

  // MARK: Part of an answer

  @Test(arguments: beginnings, Call.allCases)
  func `says that the connection ended before the answer`(
    beginning: String,
    call: Call
  ) async throws {
    try await LoopbackServer.run(answer: { _, _ in .last(beginning) }) { server in
      let failure = try await call.failure(of: source(at: server.address), port: server.port)
      #expect(failure.reason == .unreachable)
    }
  }

  @Test func `refuses half an answer whose length nobody said`() async throws {
    try await LoopbackServer.run(answer: { _, server in
      .last("HTTP/1.1 200 OK\r\n\r\n[" + photoJSON("a", api: server.address))
    }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 two hundred\r\n\r\n", "{}\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 1_000_000))\r\n\r\n",
  ])
  func `refuses what is no HTTP`(text: String) async throws {
    try await LoopbackServer.run(answer: { _, _ in .text(text) }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
    }
  }

  // MARK: Large answers

  @Test(arguments: Call.allCases)
  func `reads no answer without end`(call: Call) async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    try await LoopbackServer.run(answer: { _, _ in .endless(head) }) { server in
      let source = try source(at: server.address)
      let failure = try await call.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
      // The server goes on until the client closes the connection, while the source still exists.
      await server.wait(for: .end)
      withExtendedLifetime(source) {}
    }
  }

  @Test func `reads no answer that is announced to be too large`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n"
    try await LoopbackServer.run(answer: { _, _ in .text(head) }) { server in
      let source = try source(at: server.address)
      let failure = try await Call.random.failure(of: source, port: server.port)
      #expect(failure.reason == .malformed)
      await server.wait(for: .end)
      withExtendedLifetime(source) {}
    }
  }

  @Test(arguments: [(1_048_576, true), (1_048_577, false)])
  func `reads an answer of 1 MiB and no byte more`(size: Int, isRead: Bool) async throws {
    let content = "[" + String(repeating: " ", count: size - 2) + "]"
    try await LoopbackServer.run(answer: { _, _ in .text(http("200 OK", content: content)) }) {
      server in
      let source = try source(at: server.address)
      guard isRead else {
        let failure = try await Call.random.failure(of: source, port: server.port)
        #expect(failure.reason == .malformed)
        return
      }
      let photos = try await source.photos(PhotoCount(1))
      #expect(photos == [])
    }
  }
}
#endif
