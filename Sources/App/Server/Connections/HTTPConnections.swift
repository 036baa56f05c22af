#if Server
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Connections that speak HTTP/1.1 (RFC 9112).
///
/// In place of Hummingbird's, which have a task for each connection, with the memory of its deepest call, and pass each
/// request from a thread to another one and back: they answer half as many requests a second, and take twice as much
/// memory for a stream of events (`Benchmarks/service`).
struct HTTPConnections: ServerChildChannel {
  /// An open connection.
  struct Connection: ServerChildChannelValue {
    let channel: any Channel
  }

  /// Makes the handlers of a connection that see its requests first.
  let handlers: @Sendable () -> [any RemovableChannelHandler]

  /// Answers a request.
  let respond: Responses.Respond

  /// Counts the connections.
  let openConnections: OpenConnections

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      // Most requests fit. The buffer is kept with the connection.
      try channel.syncOptions?.setOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536)
      )
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 8 * 1024
      limits.maxHeaderListSize = 16 * 1024
      limits.maxHeaderFieldCount = 100
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withErrorHandling: false,
        // The types of the fields accept valid ones alone.
        withOutboundHeaderValidation: false,
        withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
        withDecoderLimitConfiguration: limits
      )
      let responses = Responses(respond, on: channel, openConnections)
      try pipeline.addHandlers(
        [HTTP1ToHTTPServerCodec(secure: false)] + handlers() + [RequestHandler(responses)]
      )
      openConnections.enter()
      channel.closeFuture.whenComplete { [openConnections] _ in openConnections.leave() }
      return Connection(channel: channel)
    }
  }

  /// Returns at once, since the handlers do everything.
  func handle(value: Connection, logger: Logger) async {}
}
#endif
