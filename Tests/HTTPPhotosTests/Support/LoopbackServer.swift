#if Server
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on a free port of 127.0.0.1 that answers as a test says, byte for byte.
///
/// It closes when the test's closure ends.
final class LoopbackServer: Sendable {
  /// The request line and the header fields of a request; the names of the fields are in small letters.
  struct Request {
    let line: String
    let fields: [String: String]

    init(_ head: String) {
      let lines = head.split(separator: "\r\n")
      line = String(lines.first ?? "")
      let pairs = lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map { colon in
          (line[..<colon].lowercased(), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
      }
      fields = Dictionary(pairs) { $0 + "," + $1 }
    }
  }

  enum Answer {
    /// Sends a text and keeps the connection.
    case text(String)
    /// Sends a text and closes the connection.
    case last(String)
    /// Sends a text, and then spaces as chunks of HTTP until the client has closed the connection.
    case endless(String)
  }

  enum Event {
    /// A whole request was received.
    case request
    /// A connection that had a request has ended.
    case end
  }

  private struct State {
    var port = 0
    var connections: [any Channel] = []
    var requests: [Request] = []
  }

  private let state = Mutex(State())
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  private init() {
    (events, continuation) = AsyncStream.makeStream()
  }

  var port: Int { state.withLock { $0.port } }

  /// The address without TLS.
  var address: String { "http://127.0.0.1:\(port)" }

  /// What was received until now.
  var requests: [Request] { state.withLock { $0.requests } }

  /// The number of connections that were made until now.
  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Waits for an event, the next one of its kind.
  func wait(for event: Event) async {
    for await next in events where next == event { return }
  }

  static func run<Result>(
    tls: NIOSSLContext? = nil,
    answer: @escaping @Sendable (Request, LoopbackServer) -> Answer,
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let server = LoopbackServer()
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          server.state.withLock { $0.connections.append(channel) }
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.addHandler(Connection(of: server, answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    server.state.withLock { $0.port = listener.localAddress?.port ?? 0 }
    defer {
      listener.close(promise: nil)
      for connection in server.state.withLock({ $0.connections }) {
        connection.close(promise: nil)
      }
    }
    return try await body(server)
  }

  /// Answers the requests of a connection until it ends.
  private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: LoopbackServer
    private let answer: @Sendable (Request, LoopbackServer) -> Answer
    private var received = ""
    private var hasRequest = false

    init(
      of server: LoopbackServer,
      _ answer: @escaping @Sendable (Request, LoopbackServer) -> Answer
    ) {
      self.server = server
      self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(buffer: unwrapInboundIn(data))
      while let end = received.firstRange(of: "\r\n\r\n") {
        let request = Request(String(received[..<end.lowerBound]))
        received.removeSubrange(..<end.upperBound)
        hasRequest = true
        server.state.withLock { $0.requests.append(request) }
        server.continuation.yield(.request)
        send(answer(request, server), to: context.channel)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if hasRequest { server.continuation.yield(.end) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func send(_ answer: Answer, to channel: any Channel) {
      switch answer {
      case .text(let text):
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
      case .last(let text):
        channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in
          channel.close(promise: nil)
        }
      case .endless(let text):
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
        Self.repeat(ByteBuffer(string: chunk), to: channel)
      }
    }

    /// Writes a part each time the last one is written, until the client has closed the connection.
    private static func `repeat`(_ part: ByteBuffer, to channel: any Channel) {
      channel.writeAndFlush(part).whenSuccess {
        channel.eventLoop.execute { Self.repeat(part, to: channel) }
      }
    }
  }
}
#endif
