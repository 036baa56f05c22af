#if Server
import NIOCore

/// Closes a connection at once if its client has as many as it may.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let limit: ClientLimit
  private let isExempt: (IPAddress) -> Bool
  private let onRefusal: () -> Void
  private var place: ClientLimit.Place?

  /// Creates the handler of one connection.
  ///
  /// - Parameters:
  ///   - limit: the connections of each client.
  ///   - isExempt: whether an address has no limit, such as that of a proxy.
  ///   - onRefusal: is called before the connection is closed.
  init(
    _ limit: ClientLimit,
    isExempt: @escaping (IPAddress) -> Bool,
    onRefusal: @escaping () -> Void
  ) {
    self.limit = limit
    self.isExempt = isExempt
    self.onRefusal = onRefusal
  }

  func channelActive(context: ChannelHandlerContext) {
    let client = context.remoteAddress?.ipAddress.flatMap { IPAddress($0) } ?? .unspecified
    if !isExempt(client) {
      place = limit.place(for: client.network)
      guard place != nil else {
        onRefusal()
        context.close(promise: nil)
        return
      }
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    place = nil
    context.fireChannelInactive()
  }
}
#endif
