#if Server
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hands the requests of a connection over, one after the other.
///
/// A request whose body has come with its head has it in one piece; another one has its body as a stream, which is read
/// as fast as it is taken. A request waits for the response to the one before, and for the client to take what was
/// written; while one waits, nothing more is read.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private typealias Upload = NIOThrowingAsyncSequenceProducer<
    ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark,
    UploadDelegate
  >

  private let responses: Responses
  /// A request that is still to be handed over.
  private var begun: (head: HTTPRequest, body: ByteBuffer?)?
  /// Takes the rest of the body of the request that is being answered; nil if it has all.
  private var upload: Upload.Source?
  private var isUploadFull = false
  private var isResponding = false
  /// Whether the connection ends with the present response.
  private var isLast = false
  /// Whether nothing is read after the present request, since it would be none.
  private var isReadingOver = false
  /// The parts of further requests.
  private var waiting: CircularBuffer<HTTPRequestPart> = []
  /// Why no further request can be read.
  private var failure: (any Error)?
  private var isInputClosed = false
  /// Whether the service ends.
  private var isQuiescing = false
  private var isReadDelayed = false

  /// Creates the handler of one connection.
  ///
  /// - Parameter responses: answers the requests.
  init(_ responses: Responses) {
    self.responses = responses
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    let isNext = upload == nil && begun == nil
    if isNext, isResponding || !waiting.isEmpty || !context.channel.isWritable {
      waiting.append(part)
    } else {
      take(part)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    beginUpload(context)
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    isReadDelayed = !waiting.isEmpty || isUploadFull || (isReadingOver && upload == nil)
    if !isReadDelayed { context.read() }
  }

  private func take(_ part: HTTPRequestPart) {
    switch part {
    case .head(let head): begun = (head, nil)
    case .body(let bytes):
      if let upload {
        isUploadFull = upload.yield(bytes) == .stopProducing
      } else if begun?.body?.writeImmutableBuffer(bytes) == nil {
        begun?.body = bytes
      }
    case .end:
      if let (head, body) = begun {
        start(Request(head: head, body: RequestBody(buffer: body ?? ByteBuffer())))
      } else {
        endUpload(nil)
      }
    }
  }

  /// Hands over a request whose body has not come as a whole.
  private func beginUpload(_ context: ChannelHandlerContext) {
    guard let (head, body) = begun else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let new = Upload.makeSequence(
      elementType: ByteBuffer.self,
      failureType: (any Error).self,
      backPressureStrategy: .init(lowWatermark: 2, highWatermark: 4),
      finishOnDeinit: true,
      delegate: UploadDelegate(eventLoop: context.eventLoop) {
        let (handler, context) = bound.value
        handler.isUploadFull = false
        handler.resumeReading(context)
      }
    )
    upload = new.source
    if let body { isUploadFull = new.source.yield(body) == .stopProducing }
    start(Request(head: head, body: RequestBody(asyncSequence: new.sequence)))
    if let failure { endUpload(failure) }
  }

  private func endUpload(_ error: (any Error)?) {
    guard let upload else { return }
    if let error { upload.finish(error) } else { upload.finish() }
    self.upload = nil
    isUploadFull = false
  }

  private func start(_ request: Request) {
    begun = nil
    isResponding = true
    // The parser takes what follows for another protocol, and would keep all of it.
    isReadingOver = request.method == .connect || request.headers.contains(.upgrade)
    isLast = isReadingOver || request.saysClose
    responses.begin(request)
  }

  private func resumeReading(_ context: ChannelHandlerContext) {
    guard isReadDelayed else { return }
    read(context: context)
  }

  // MARK: Responses

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(var head) = part, isLast {
      head.headerFields[.connection] = "close"
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
    context.write(data, promise: promise)
    guard case .end = part else { return }
    isResponding = false
    endUpload(ChannelError.inputClosed)
    if isLast {
      context.flush()
      context.close(mode: .output, promise: nil)
      return
    }
    takeWaiting(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    takeWaiting(context)
    context.fireChannelWritabilityChanged()
  }

  /// Goes on with the requests that wait.
  private func takeWaiting(_ context: ChannelHandlerContext) {
    guard !isLast else { return }
    while !isResponding, context.channel.isWritable, let part = waiting.popFirst() { take(part) }
    beginUpload(context)
    endIfDone(context)
    resumeReading(context)
  }

  /// Ends the connection if no request is left, and none can come.
  private func endIfDone(_ context: ChannelHandlerContext) {
    guard !isResponding, waiting.isEmpty, !isLast else { return }
    if failure != nil {
      isLast = true
      let head = HTTPResponse(
        status: .badRequest,
        headerFields: [.connection: "close", .contentLength: "0"]
      )
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      context.close(mode: .output, promise: nil)
    } else if isQuiescing {
      context.flush()
      context.close(promise: nil)
    } else if isInputClosed {
      context.flush()
      context.close(mode: .output, promise: nil)
    }
  }

  // MARK: Events

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      isQuiescing = true
      responses.endStream()
      if begun == nil { endIfDone(context) }
    case ChannelEvent.inputClosed:
      isInputClosed = true
      endIfDone(context)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is ByteToMessageDecoderError else {
      context.close(promise: nil)
      return
    }
    // There is one for each further read.
    guard !isLast, failure == nil else { return }
    failure = error
    begun = nil
    if upload != nil { isLast = true }
    endUpload(error)
    endIfDone(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    endUpload(ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }
}

extension Request {
  /// Whether the connection ends with the response (RFC 9112, section 9.6).
  fileprivate var saysClose: Bool {
    headers[values: .connection].contains { field in
      field.lowercased().split { ", \t".contains($0) }.contains("close")
    }
  }
}

/// Resumes the reading of a body when what was read of it is taken, or never will be.
private struct UploadDelegate: NIOAsyncSequenceProducerDelegate {
  let eventLoop: any EventLoop
  let resume: @Sendable () -> Void

  func produceMore() { eventLoop.execute(resume) }

  func didTerminate() { eventLoop.execute(resume) }
}
#endif
