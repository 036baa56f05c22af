#if Server
import MonikerCertificates
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

/// What a service is that answers the same text to each request.
private final class TextServer: Sendable {
  private let channel: any Channel
  private let requests = Mutex<[String]>([])
  let address: ServiceAddress

  private init(_ channel: any Channel) throws {
    self.channel = channel
    address = try ServiceAddress("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
  }

  deinit { channel.close(promise: nil) }

  /// How many requests have come.
  var count: Int { requests.withLock(\.count) }

  /// The requests.
  var all: [String] { requests.withLock(\.self) }

  static func started(
    tls: NIOSSLContext? = nil,
    _ answers: @escaping @Sendable (Int) -> String
  ) async throws -> TextServer {
    let box = Box()
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.addHandler(
            Handler { request in
              guard let server = box.server else { return nil }
              // The body of a request may come after its head.
              guard request.contains(" HTTP/1.1\r\n") else { return "" }
              let number = server.requests.withLock {
                $0.append(request)
                return $0.count
              }
              return answers(number)
            }
          )
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let result = try TextServer(channel)
    box.server = result
    return result
  }

  private final class Box: Sendable {
    private struct Weak { weak var server: TextServer? }

    private let content = Mutex(Weak())

    var server: TextServer? {
      get { content.withLock { $0.server } }
      set { content.withLock { $0.server = newValue } }
    }
  }

  private final class Handler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let answer: @Sendable (String) -> String?

    init(_ answer: @escaping @Sendable (String) -> String?) {
      self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let text = answer(String(buffer: unwrapInboundIn(data))) else {
        return context.close(promise: nil)
      }
      context.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}

private func http(_ status: String, _ fields: String = "", _ content: String = "") -> String {
  "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
}

private func problem(_ status: String, _ code: String, _ fields: String = "") -> String {
  http(
    status,
    "Content-Type: application/problem+json\r\n\(fields)",
    #"{"type":"about:blank","title":"","status":0,"code":"\#(code)","detail":"d"}"#
  )
}

/// A session as the service writes it.
private let sample = #"""
  {"nickname":"a","accountID":"00000000-0000-4000-8000-000000000001","active":true,\#
  "accountCreatedAt":"2026-01-01T00:00:00.000Z","signedInAt":"2026-01-01T00:00:00.000Z",\#
  "lastSeenAt":"2026-01-01T00:00:00.000Z","sessionID":"00000000-0000-4000-8000-000000000002",\#
  "deviceID":"00000000-0000-4000-8000-000000000003"}
  """#

private let linkSample = #"""
  {"deviceCode":"mnl_secret","userCode":"AAAA-BBBB","verificationURI":"http://127.0.0.1/link",\#
  "expiresIn":600,"interval":5}
  """#

private let secret = "mnk_secret-of-this-device"

private func repository(
  at address: ServiceAddress,
  call: Duration = .seconds(60),
  answer: Duration = .seconds(60),
  forAllCalls isForAllCalls: Bool = false,
  tokens: any DeviceTokenStore = DeviceTokenVariable(RemoteSecret(secret)),
  trusting roots: [NIOSSLCertificate]? = nil
) -> RemoteRepository {
  RemoteRepository(
    at: address,
    tokens: tokens,
    timeouts: RemoteTimeouts(answer: answer, call: call, isForAllCalls: isForAllCalls),
    trustRoots: roots,
    now: { ManualClock().now },
    newIntentionID: { .uuid { UInt64.random(in: 0...UInt64.max) } },
    keepRecoveryKey: { _, _ in }
  )
}

@Suite(.timeLimit(.minutes(5))) struct `A service that fails` {
  private func failure(
    of call: @autoclosure () async throws -> SessionSnapshot
  ) async throws -> StoreFailure {
    do {
      let found = try await call()
      Issue.record("\(found)")
      throw StoreFailure(.busy, at: "", detail: "no failure")
    } catch SessionError.store(let failure) {
      return failure
    }
  }

  @Test(arguments: [
    http("500 Internal Server Error", "", "<html>"),
    http("401 Unauthorized", "Content-Type: text/html\r\n", "<html>please log in to this hotel"),
    http("401 Unauthorized", "Content-Type: application/problem+json\r\n", "[]"),
    http("404 Not Found"), http("200 OK", "Content-Type: text/html\r\n", "<html>"),
    http("200 OK", "", "{}"), http("204 No Content"), http("304 Not Modified"),
    http("302 Found", "Location: http://127.0.0.1:1/\r\n"),
    problem("503 Service Unavailable", "storeFailed", "Retry-After: 100\r\n"),
    problem("500 Internal Server Error", "failure"), "HTTP/1.1 20x\r\n\r\n",
  ])
  func `is never nobody`(answer: String) async throws {
    let server = try await TextServer.started { _ in answer }
    let store = repository(at: server.address, call: .milliseconds(300))
    let failure = try await failure(of: await store.session(of: .active, on: .local))
    #expect(failure.reason == .unreachable, "\(failure)")
    #expect(failure.location == server.address.description)
    #expect(!"\(failure)".contains(secret))
  }

  @Test(arguments: ["notSignedIn", "unauthorized"])
  func `is no service that says that nobody is signed in`(code: String) async throws {
    let server = try await TextServer.started { _ in problem("401 Unauthorized", code) }
    let found = try await repository(at: server.address).session(of: .active, on: .local)
    #expect(found.active == nil)
  }

  @Test func `is not followed to another place`() async throws {
    let other = try await TextServer.started { _ in http("200 OK") }
    let server = try await TextServer.started { _ in
      http("307 Temporary Redirect", "Location: \(other.address)/v1/session\r\n")
    }
    _ = try await failure(
      of: await repository(at: server.address).session(of: .active, on: .local)
    )
    #expect(other.count == 0)
    #expect(server.count == 1)
  }

  @Test func `is told that its answers are too large`() async throws {
    let server = try await TextServer.started { _ in
      http("200 OK", "", String(repeating: " ", count: 5 << 20))
    }
    let store = repository(at: server.address)
    let failure = try await failure(of: await store.session(of: .active, on: .local))
    #expect(failure.detail.contains("larger than"))
    #expect(server.count == 1)
  }

  @Test func `is left after the time of the call, with what was tried`() async throws {
    // It never answers.
    let server = try await TextServer.started { _ in "" }
    let store = repository(
      at: server.address,
      call: .milliseconds(500),
      answer: .milliseconds(150)
    )
    let failure = try await failure(of: await store.session(of: .active, on: .local))
    #expect(failure.reason == .unreachable)
    #expect(failure.detail.contains("tried"), "\(failure.detail)")
    #expect(failure.detail.contains("nothing came within"))
  }

  @Test func `that is not there is told at once`() async throws {
    // Nobody listens there.
    let address = try ServiceAddress("http://127.0.0.1:1")
    var details: [String] = []
    // On a busy machine a connection that is refused may look like one that broke, which is made again.
    while details.count < 10, details.last?.contains("tried once") != true {
      let store = repository(at: address, call: .seconds(2))
      let failure = try await failure(of: await store.session(of: .active, on: .local))
      details.append(failure.detail)
    }
    #expect(details.last?.contains("no connection (tried once") == true, "\(details)")
  }

  @Test func `is asked again when it says so, with the same key`() async throws {
    let server = try await TextServer.started { number in
      number < 3
        ? problem("429 Too Many Requests", "tooManyRequests", "Retry-After: 0\r\n")
        : http("200 OK", "", #"{"stillOpen":[],"moreSignedIn":false,"stillSignedIn":[]}"#)
    }
    let id = IntentionID(high: 7, low: 9)
    _ = try await repository(at: server.address)
      .end(.active, in: RequestContext(in: .test, intention: id), naming: 0)
    #expect(server.count == 3)
    for request in server.all { #expect(request.contains("Idempotency-Key: \(id)")) }
  }

  @Test(arguments: ["0", "-5"])
  func `is not asked again without a pause`(seconds: String) async throws {
    let server = try await TextServer.started { _ in
      problem("429 Too Many Requests", "tooManyRequests", "Retry-After: \(seconds)\r\n")
    }
    let store = repository(at: server.address, call: .milliseconds(900))
    _ = try await failure(of: await store.session(of: .active, on: .local))
    #expect(server.count > 1 && server.count < 10)
  }

  /// Pages without an end: empty ones, and one that leads to itself.
  static let endless = [
    #"{"sessions":[],"next":"other"}"#, #"{"sessions":[\#(sample)],"next":"same"}"#,
  ]

  @Test(arguments: endless)
  func `is not asked for pages without an end`(page: String) async throws {
    let server = try await TextServer.started { _ in http("200 OK", "", page) }
    let store = repository(at: server.address)
    do {
      let found = try await store.sessions(
        beginningWith: try #require(SessionIDPrefix("0000")),
        limit: 1,
        in: .test
      )
      Issue.record("\(found)")
    } catch SessionError.store(let failure) {
      #expect(failure.reason == .unreachable && failure.detail.contains("no end"), "\(failure)")
    }
    #expect(server.count <= 2)
  }

  @Test func `that goes on asking for a later request gets the time of one call for all`()
    async throws
  {
    let server = try await TextServer.started { _ in
      problem("503 Service Unavailable", "storeBusy", "Retry-After: 1\r\n")
    }
    let store = repository(at: server.address, call: .seconds(3), forAllCalls: true)
    for _ in 0..<2 {
      await #expect(throws: SessionError.self) { try await store.session(of: .active, on: .local) }
    }
    // Two pauses of a second fit into the time, so there are two requests more than calls at most.
    #expect(server.count <= 4)
  }

  @Test func `is asked for a link again after any outage`() async throws {
    let isOut = Mutex(true)
    let server = try await TextServer.started { number in
      if number == 1 {
        return http("201 Created", "Content-Type: application/json\r\n", linkSample)
      }
      return isOut.withLock(\.self) ? "" : problem("400 Bad Request", "authorization_pending")
    }
    let store = repository(at: server.address, call: .milliseconds(200), forAllCalls: true)
    let link = try await store.beginLink(for: .recoveryKey)
    for _ in 0..<5 {
      await #expect(throws: RemoteError.self) { try await store.redeem(link) }
    }
    isOut.withLock { $0 = false }
    #expect(try await store.redeem(link) == nil)
  }

  @Test func `is busy if the wait is longer than the call may take`() async throws {
    let server = try await TextServer.started { _ in
      problem("429 Too Many Requests", "tooManyRequests", "Retry-After: 3600\r\n")
    }
    let failure = try await failure(
      of: await repository(at: server.address).session(of: .active, on: .local)
    )
    #expect(failure.reason == .busy)
    #expect(failure.detail.contains("3600 s"))
    #expect(server.count == 1)
  }

  /// The name in the certificate of a server, whether it is its own authority, and whether it is trusted.
  static let certificates = [
    ("IP:127.0.0.1", false, true), ("IP:127.0.0.1", true, false), ("DNS:id.example", false, false),
  ]

  @Test(arguments: certificates)
  func `gets a token by TLS that is trusted alone`(
    name: String,
    isSelfSigned: Bool,
    isTrusted: Bool
  ) async throws {
    let certificates = try Certificates()
    let tls = try certificates.server(for: name, isSelfSigned: isSelfSigned)
    let server = try await TextServer.started(tls: tls) { _ in
      problem("401 Unauthorized", "notSignedIn")
    }
    let port = server.address.description.split(separator: ":").last ?? ""
    let store = repository(
      at: try ServiceAddress("https://127.0.0.1:\(port)"),
      trusting: [try certificates.authority]
    )
    guard !isTrusted else {
      #expect(try await store.session(of: .active, on: .local).active == nil)
      #expect(server.all.count { $0.contains(secret) } == 1)
      return
    }
    let failure = try await failure(of: await store.session(of: .active, on: .local))
    #expect(failure.detail.contains("no trusted TLS connection"), "\(failure)")
    #expect(server.count == 0)
  }

  @Test func `says that this device is not signed in, if it is asked for photos`() async throws {
    let server = try await TextServer.started { _ in problem("401 Unauthorized", "unauthorized") }
    let source = RemotePhotoSource(of: repository(at: server.address), drawnBy: SamplePhotos())
    let count = try PhotoCount(1)
    let expected = PhotoError.source(
      PhotoSourceFailure(
        .permissionDenied,
        of: "\(server.address)",
        detail: "this device is not signed in"
      )
    )
    await #expect(throws: expected) { try await source.photos(count) }
  }

  @Test func `is not asked again for what it would count twice`() async throws {
    // It never answers.
    let server = try await TextServer.started { _ in "" }
    let store = repository(at: server.address, answer: .seconds(1))
    let error = await #expect(throws: RemoteError.self) {
      try await store.link(userCode: "BBBB-BBBB")
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .unreachable)
    // On a busy machine the request may not even arrive.
    #expect(server.count <= 1)
  }

  @Test func `that does not know the token is asked for changes once`() async throws {
    let server = try await TextServer.started { _ in
      problem("401 Unauthorized", "unauthorized")
    }
    let tokens = DeviceTokenVariable(RemoteSecret(secret))
    let store = repository(at: server.address, tokens: tokens)
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next() == SessionSnapshot(active: nil))
    // It is asked again with another token, and had been asked with the first one by then.
    tokens.save(RemoteSecret("mnk_another"))
    try await poll { server.all.contains { $0.contains("mnk_another") } }
    #expect(server.all.count { $0.contains(secret) } == 1)
  }

  @Test func `has one key for each call`() async throws {
    let server = try await TextServer.started { _ in
      http("200 OK", "", #"{"stillOpen":[],"moreSignedIn":false,"stillSignedIn":[]}"#)
    }
    let store = repository(at: server.address)
    for _ in 0..<2 { _ = try await store.end(.active, in: RequestContext(in: .test), naming: 0) }
    let keys = server.all.compactMap { request in
      request.split(separator: "\r\n").first { $0.hasPrefix("Idempotency-Key") }
    }
    #expect(Set(keys).count == 2)
  }
}

@Suite struct `The address of a service` {
  @Test(arguments: [
    ("https://Example.org", "https://example.org"), ("https://a.b:8443/", "https://a.b:8443"),
    ("https://a:443", "https://a"), ("http://127.0.0.1:8686", "http://127.0.0.1:8686"),
    ("http://localhost", "http://localhost"), ("http://[::1]:1", "http://[::1]:1"),
  ])
  func `is a scheme, a host and a port`(text: String, address: String) throws {
    #expect(try ServiceAddress(text).description == address)
  }

  @Test(arguments: [
    "", "example.org", "https://", "https://a/b", "https://a?b", "https://u@a", "https://u:p@a",
    "https://a:0", "https://a:99999", "ftp://a", "https://a b", "https://ä", "HTTPS://a",
    "https://-a", "https://a\n",
  ])
  func `is nothing else`(text: String) {
    #expect(throws: ServiceAddressError.malformed) { try ServiceAddress(text) }
  }

  @Test(arguments: ["http://example.org", "http://127.0.0.2", "http://localhost.evil.example"])
  func `has TLS beyond this machine`(text: String) {
    #expect(throws: ServiceAddressError.insecure) { try ServiceAddress(text) }
  }
}
#endif
