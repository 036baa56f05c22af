#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization

@testable import MonikerServer

/// A connection in memory that hands its requests to a closure.
final class RequestConnection: Sendable {
  /// Counts what has begun.
  let openConnections = OpenConnections()

  let channel = NIOAsyncTestingChannel()
  private let reads = Reads()

  /// Opens the connection.
  ///
  /// - Parameter respond: answers a request.
  init(_ respond: @escaping @Sendable (Request) async -> Response) async throws {
    let responses = Responses(
      { request, _ in await respond(request) },
      on: channel,
      openConnections
    )
    let (channel, reads) = (channel, reads)
    try await channel.testingEventLoop.submit {
      try channel.pipeline.syncOperations.addHandlers(reads, RequestHandler(responses))
    }.get()
    try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1))
  }

  /// How often the connection was asked to read on.
  var readCount: Int { reads.count.withLock { $0 } }

  /// Whether nothing more will be sent.
  var isClosing: Bool { reads.isClosing.withLock { $0 } }

  /// Receives parts of requests, which one read has found.
  func receive(_ parts: HTTPRequestPart...) async {
    await run { channel in
      for part in parts { channel.pipeline.fireChannelRead(part) }
      channel.pipeline.fireChannelReadComplete()
      channel.read()
    }
  }

  /// Receives an event, as from the system.
  func receive(_ event: any Sendable) async {
    await run { $0.pipeline.fireUserInboundEventTriggered(event) }
  }

  /// Receives something that is no request.
  func fail(_ error: any Error) async {
    await run { $0.pipeline.fireErrorCaught(error) }
  }

  /// Sets whether the client takes what is written.
  func setWritable(_ isWritable: Bool) async {
    channel.isWritable = isWritable
    await run { $0.pipeline.fireChannelWritabilityChanged() }
  }

  private func run(_ body: @escaping @Sendable (NIOAsyncTestingChannel) -> Void) async {
    let channel = channel
    _ = try? await channel.testingEventLoop.submit { body(channel) }.get()
    // What that has put into the loop.
    await channel.testingEventLoop.run()
  }

  /// Waits for the next part of a response.
  func part() async throws -> HTTPResponsePart {
    try await channel.waitForOutboundWrite(as: HTTPResponsePart.self)
  }

  /// Waits for the next response, and returns its status and its body.
  func response() async throws -> (status: Int, body: String) {
    var (status, body) = (0, "")
    while true {
      switch try await part() {
      case .head(let head): status = head.status.code
      case .body(let bytes): body += String(buffer: bytes)
      case .end: return (status, body)
      }
    }
  }

  /// Counts reads, and notes the end of the output.
  private final class Reads: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let count = Mutex(0)
    let isClosing = Mutex(false)

    func read(context: ChannelHandlerContext) {
      count.withLock { $0 += 1 }
      context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      isClosing.withLock { $0 = true }
      // A channel in memory has no halves.
      context.close(mode: .all, promise: promise)
    }
  }
}

extension HTTPRequestPart {
  /// The head of a request with a path.
  static func head(_ path: String, _ fields: HTTPFields = [:]) -> HTTPRequestPart {
    .head(
      HTTPRequest(
        method: .post,
        scheme: "http",
        authority: "localhost",
        path: path,
        headerFields: fields
      )
    )
  }

  /// A part of a body.
  static func text(_ text: String) -> HTTPRequestPart { .body(ByteBuffer(string: text)) }
}

extension Response {
  /// A response with a text.
  static func text(_ text: String) -> Response {
    Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

/// Keeps tasks until it is opened.
final class Gate: Sendable {
  private let (waits, wait) = AsyncStream.makeStream(of: Void.self)

  /// Lets the tasks go on.
  func open() { wait.finish() }

  /// Waits until it is open.
  func pass() async { for await _ in waits {} }
}
#endif
