#if Server
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import MonikerServer

/// A connection in memory with a clock of its own, behind the handler of the deadlines.
final class TestConnection {
  private let channel = EmbeddedChannel()
  private let wire = Wire()
  private let passed = Passed()
  private(set) var timeouts: [RequestDeadlineHandler.Phase] = []

  /// Opens the connection.
  init() throws {
    let deadlines = RequestDeadlineHandler { [unowned self] in timeouts.append($0) }
    try channel.pipeline.syncOperations.addHandlers(wire, deadlines, passed)
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
  }

  var isOpen: Bool { channel.isActive }

  /// Whether the client was told that nothing more comes.
  var isHalfClosed: Bool { wire.isHalfClosed }

  /// The heads of the responses, as they were sent.
  var heads: [HTTPResponse] { wire.heads }

  /// The parts of requests that came through.
  var received: [HTTPRequestPart] { passed.parts }

  /// Whether the client takes what is written.
  func setTaking(_ isTaking: Bool) {
    wire.isTaking = isTaking
    if isTaking { channel.flush() }
  }

  /// Lets time pass.
  func wait(_ seconds: Double) {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(Int64(seconds * 1_000)))
  }

  /// Receives parts of requests.
  func receive(_ parts: HTTPRequestPart...) throws {
    for part in parts { try channel.writeInbound(part) }
  }

  /// Receives an event, as from the system.
  func receive(_ event: any Sendable) {
    channel.pipeline.fireUserInboundEventTriggered(event)
  }

  /// Sends parts of responses.
  func send(_ parts: HTTPResponsePart...) {
    for part in parts { channel.writeAndFlush(part, promise: nil) }
  }

  /// Closes the connection, as the service does.
  func close(_ mode: CloseMode) {
    channel.close(mode: mode, promise: nil)
  }

  /// The system: it keeps what the client does not take, and the other half of a connection.
  private final class Wire: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = ByteBuffer

    var isTaking = true
    var isHalfClosed = false
    var heads: [HTTPResponse] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .head(let head) = unwrapOutboundIn(data) { heads.append(head) }
      context.write(wrapOutboundOut(ByteBuffer(string: "bytes")), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
      if isTaking { context.flush() }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      if mode == .output {
        isHalfClosed = true
      } else {
        context.close(mode: mode, promise: promise)
      }
    }
  }

  private final class Passed: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart

    var parts: [HTTPRequestPart] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      parts.append(unwrapInboundIn(data))
    }
  }
}

extension HTTPRequestPart {
  /// The head of a request.
  static let anyHead = head(
    HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
  )

  /// Some bytes of a body.
  static let someBytes = body(ByteBuffer(string: "bytes"))
}

extension HTTPResponsePart {
  /// The head of a response.
  static let anyHead = head(HTTPResponse(status: .ok))

  /// The head of a stream of events.
  static let streamHead = head(
    HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream; charset=utf-8"])
  )

  /// Some bytes of a body.
  static let someBytes = body(ByteBuffer(string: "bytes"))
}
#endif
