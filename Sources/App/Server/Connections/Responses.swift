#if Server
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Answers the requests of a connection, each by a task on the connection's event loop.
///
/// The body of a response without a known length is written by a task of its own: a task keeps the memory of its
/// deepest call until it ends, and a stream of events is open for an hour.
final class Responses: Sendable {
  /// Answers a request; it has no errors.
  typealias Respond = @Sendable (Request, any Channel) async -> Response

  private struct State {
    /// Writes the body of a stream.
    var stream: Task<Void, Never>?
    /// Whether streams end as soon as they begin.
    var isEnding = false
  }

  private let respond: Respond
  private let channel: any Channel
  private let executor: EventLoopExecutor
  private let openConnections: OpenConnections
  private let state = Mutex(State())

  /// - Parameters:
  ///   - respond: answers a request.
  ///   - channel: the connection.
  ///   - openConnections: counts the responses that have begun.
  init(_ respond: @escaping Respond, on channel: any Channel, _ openConnections: OpenConnections) {
    self.respond = respond
    self.channel = channel
    self.openConnections = openConnections
    executor = EventLoopExecutor(channel.eventLoop)
  }

  /// Answers a request; the response to the one before has ended.
  func begin(_ request: Request) {
    openConnections.enter()
    Task(executorPreference: executor) { await self.answer(request) }
  }

  /// Cancels the task of a stream, also of one that is yet to begin, so that it comes to an end of its own.
  func endStream() {
    let stream = state.withLock { state in
      state.isEnding = true
      return state.stream
    }
    stream?.cancel()
  }

  @concurrent private func answer(_ request: Request) async {
    let response = await respond(request, channel)
    let body = response.body
    let isStream = body.contentLength == nil
    var writer = ResponseWriter(response.head, to: channel, isStream: isStream)
    guard isStream else { return await write(body, by: writer) }
    writer.sendHead()
    let stream = Task { [writer] in await self.write(body, by: writer) }
    let isEnding = state.withLock { state in
      state.stream = stream
      return state.isEnding
    }
    if isEnding { stream.cancel() }
  }

  @concurrent private func write(_ body: ResponseBody, by writer: ResponseWriter) async {
    do {
      try await body.write(writer)
    } catch {
      // The client cannot be told: the head is on its way.
      channel.close(promise: nil)
    }
    openConnections.leave()
  }
}

/// Writes a response: as a whole, or that of a stream part by part.
private struct ResponseWriter: ResponseBodyWriter, Sendable {
  private let channel: any Channel
  private let isStream: Bool
  /// What is still to be sent.
  private var parts: [HTTPResponsePart]

  init(_ head: HTTPResponse, to channel: any Channel, isStream: Bool) {
    self.channel = channel
    self.isStream = isStream
    parts = [.head(head)]
  }

  mutating func sendHead() {
    send(nil)
  }

  /// Writes a part of the body; that of a stream was taken by the system when this returns.
  mutating func write(_ buffer: ByteBuffer) async throws {
    parts.append(.body(buffer))
    guard isStream else { return }
    let written = channel.eventLoop.makePromise(of: Void.self)
    send(written)
    try await written.futureResult.get()
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    parts.append(.end(trailingHeaders))
    send(nil)
  }

  private mutating func send(_ written: EventLoopPromise<Void>?) {
    let (channel, parts) = (channel, parts)
    self.parts = []
    // Also on the event loop: it first makes all the responses that it can, and then sends them. Sent one by one,
    // two fifths fewer are made in the same time (`Benchmarks/service`).
    channel.eventLoop.execute {
      for part in parts.dropLast() { channel.write(part, promise: nil) }
      if let last = parts.last { channel.writeAndFlush(last, promise: written) }
    }
  }
}
#endif
