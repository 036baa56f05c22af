#if Server
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client takes too long.
///
/// The phases of a request have deadlines: to send the head, to send the body, to take what was written, and
/// after the last response to close the client's side. A response that comes before the whole request closes the connection, too.
///
/// It holds one timer, which is set anew only when it fires, so that a request costs no timer.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long each phase may take.
  struct Limits: Sendable {
    /// From the connection to the end of the first head, with the handshake of TLS: 10 s.
    var firstHead = TimeAmount.seconds(10)

    /// From a response to the end of the next head: 30 s.
    var nextHead = TimeAmount.seconds(30)

    /// From a head to the end of its body: 30 s.
    var body = TimeAmount.seconds(30)

    /// What was written is looked at so often, and may be left twice in a row: 10 s.
    var writing = TimeAmount.seconds(10)

    /// From the end of the last response until the client has closed its side: 5 s.
    var closing = TimeAmount.seconds(5)
  }

  /// What the connection waits for.
  enum Phase: String, Sendable {
    case head, body, response, closing
  }

  private let limits: Limits
  private let onTimeout: (Phase) -> Void
  private var phase = Phase.head
  private var deadline = NIODeadline.distantFuture
  private var timer: Scheduled<Void>?
  /// Requests whose head was read and whose response has not ended.
  private var pendingCount = 0
  /// Whether the end of a request is still to come.
  private var isReading = false
  private var isStream = false
  /// Whether the client sends nothing more.
  private var isInputClosed = false
  /// Whether the service ends: each response is the last one.
  private var isQuiescing = false
  /// Whether what was written was left at the last look, and ever since.
  private var isStalled = false

  /// Creates the handler of one connection.
  ///
  /// - Parameters:
  ///   - limits: how long each phase may take.
  ///   - onTimeout: is called before a connection is closed because a phase took too long.
  init(limits: Limits = Limits(), onTimeout: @escaping (Phase) -> Void) {
    self.limits = limits
    self.onTimeout = onTimeout
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { enter(.head, for: limits.firstHead, context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
  }

  func channelActive(context: ChannelHandlerContext) {
    enter(.head, for: limits.firstHead, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The rest of a request that was answered.
    guard phase != .closing else { return }
    switch unwrapInboundIn(data) {
    case .head:
      pendingCount += 1
      isReading = true
      // A request that waits for the response to another one may not be read on.
      if pendingCount == 1 { enter(.body, for: limits.body, context) }
    case .body: break
    case .end:
      isReading = false
      enter(.response, for: limits.writing, context)
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { isQuiescing = true }
    if case ChannelEvent.inputClosed = event { isInputClosed = true }
    context.fireUserInboundEventTriggered(event)
    // A client that has gone looks like one that has no more to say, and a stream has no end of its own.
    if isStream, isInputClosed { context.close(promise: nil) }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isStalled, unwrittenCount(context) == 0 { isStalled = false }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if head.status.kind == .informational { break }
      isStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") ?? false
      if isStream, isInputClosed {
        context.close(promise: nil)
        promise?.fail(ChannelError.inputClosed)
        return
      }
      // Only to the last of several requests.
      if pendingCount <= 1 && (isReading || isQuiescing) {
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        return
      }
    case .body: break
    case .end:
      isStream = false
      let isEarly = isReading && pendingCount == 1
      // There is none after a head that could not be parsed.
      pendingCount = max(0, pendingCount - 1)
      if isEarly {
        context.writeAndFlush(data, promise: promise)
        // The client gets the response: a connection that is closed with bytes to read is reset.
        closeOutput(context, nil)
        return
      }
      if pendingCount == 0 {
        enter(.head, for: limits.nextHead, context)
      } else if isReading, pendingCount == 1 {
        enter(.body, for: limits.body, context)
      }
    }
    context.write(data, promise: promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    switch mode {
    case .output where phase != .closing: closeOutput(context, promise)
    case .all where context.channel.isActive && (phase == .closing || unwrittenCount(context) > 0):
      // The client still takes the last response.
      if let promise { context.channel.closeFuture.cascade(to: promise) }
      guard phase != .closing else { return }
      closeOutput(context, nil)
    default: context.close(mode: mode, promise: promise)
    }
  }

  /// Tells the client that nothing more comes.
  private func closeOutput(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    finish(context)
    // SwiftNIO would close a connection of which one side is closed, and drop what is unwritten.
    guard isInputClosed, unwrittenCount(context) > 0 else {
      context.close(mode: .output, promise: promise)
      return
    }
    if let promise { context.channel.closeFuture.cascade(to: promise) }
    closeWhenWritten(context)
  }

  /// Closes the connection when the client has taken everything; the deadline ends the wait.
  private func closeWhenWritten(_ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    guard unwrittenCount(context) > 0 else { return context.close(promise: nil) }
    context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { [self] in
      closeWhenWritten(context)
    }
  }

  /// Waits for the client to take what is left, and to close its side.
  private func finish(_ context: ChannelHandlerContext) {
    let isLeft = unwrittenCount(context) > 0
    enter(.closing, for: isLeft ? limits.writing : limits.closing, context)
  }

  private func enter(_ phase: Phase, for time: TimeAmount, _ context: ChannelHandlerContext) {
    guard self.phase != .closing else { return }
    self.phase = phase
    deadline = context.eventLoop.now + time
    if phase == .closing { timer?.cancel() } else if timer != nil { return }
    schedule(context)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
      timer = nil
      check(context)
    }
  }

  private func check(_ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    if context.eventLoop.now >= deadline {
      if phase == .response {
        let isLeft = unwrittenCount(context) > 0
        guard isLeft, isStalled else {
          isStalled = isLeft
          deadline = context.eventLoop.now + limits.writing
          schedule(context)
          return
        }
      }
      // The client has its response; that it does not close its side is no fault to count.
      if phase != .closing { onTimeout(phase) }
      context.close(promise: nil)
    } else {
      schedule(context)
    }
  }

  /// How many bytes were written that the system has not taken.
  private func unwrittenCount(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
#endif
