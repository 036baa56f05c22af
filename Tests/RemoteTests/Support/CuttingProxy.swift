#if Server
import MonikerRemote
import NIOCore
import NIOPosix
import Synchronization

/// A proxy before a service, which cuts a connection after a byte.
final class CuttingProxy: Sendable {
  /// The direction of bytes.
  enum Direction: CaseIterable, Sendable { case toService, toClient }

  /// After how many bytes in a direction a connection is cut; the rest is not passed.
  struct Cut: Sendable, CustomStringConvertible {
    let direction: Direction
    let byteCount: Int
    /// Whether nobody can connect afterwards.
    var isLast = false

    var description: String { "\(byteCount) bytes \(direction)" }
  }

  private struct State {
    var cut: Cut?
    var passed: [Direction: Int] = [:]
    var connections: [any Channel] = []
    /// The connections that pass nothing any longer, but are not ended.
    var stalled: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())
  private let listener: Mutex<(any Channel)?> = Mutex(nil)
  private let port: Int

  private init(before port: Int) {
    self.port = port
  }

  /// Starts a proxy before a port of 127.0.0.1.
  static func started(before port: Int) async throws -> CuttingProxy {
    let proxy = CuttingProxy(before: port)
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { [weak proxy] client in
        guard let proxy else { return client.close() }
        return proxy.connect(client)
      }
      .bind(host: "127.0.0.1", port: 0).get()
    proxy.listener.withLock { $0 = listener }
    return proxy
  }

  deinit {
    listener.withLock { $0?.close(promise: nil) }
    for connection in state.withLock({ $0.connections }) { connection.close(promise: nil) }
  }

  /// The address of the proxy.
  var address: ServiceAddress {
    get throws {
      let port = listener.withLock { $0?.localAddress?.port ?? 0 }
      return try ServiceAddress("http://127.0.0.1:\(port)")
    }
  }

  /// Cuts one connection, counted from now on in all connections together.
  func cut(_ cut: Cut) {
    state.withLock { ($0.cut, $0.passed) = (cut, [:]) }
  }

  /// Cuts none from now on.
  ///
  /// - Returns: whether one was cut.
  func disarm() -> Bool {
    state.withLock { state in
      defer { (state.cut, state.passed) = (nil, [:]) }
      return state.cut == nil
    }
  }

  /// How many bytes were passed since the last cut was set.
  func passed(_ direction: Direction) -> Int { state.withLock { $0.passed[direction] ?? 0 } }

  /// Ends all connections, as if the service had been started again.
  func endConnections() {
    let connections = state.withLock { state in
      defer { state.connections = [] }
      return state.connections
    }
    for connection in connections { connection.close(promise: nil) }
  }

  /// Passes nothing any longer on the open connections, without ending them.
  func stall() {
    state.withLock { state in
      state.stalled.formUnion(state.connections.map { ObjectIdentifier($0) })
    }
  }

  private func isStalled(_ client: any Channel) -> Bool {
    state.withLock { $0.stalled.contains(ObjectIdentifier(client)) }
  }

  /// Counts bytes.
  ///
  /// - Returns: how many of them are passed; nil for all, without a cut.
  private func allowed(_ count: Int, _ direction: Direction) -> Int? {
    state.withLock { state in
      let passed = state.passed[direction, default: 0]
      state.passed[direction] = passed + count
      guard let cut = state.cut, cut.direction == direction, passed + count >= cut.byteCount
      else { return nil }
      state.cut = nil
      if cut.isLast { listener.withLock { $0?.close(promise: nil) } }
      return max(0, cut.byteCount - passed)
    }
  }

  private func connect(_ client: any Channel) -> EventLoopFuture<Void> {
    state.withLock { $0.connections.append(client) }
    return ClientBootstrap(group: client.eventLoop)
      .connect(host: "127.0.0.1", port: port)
      .flatMap { [weak self] server in
        let isStalled: @Sendable () -> Bool = { [weak self] in self?.isStalled(client) ?? true }
        let toService = Pipe(to: server, isStalled) { [weak self] in
          self?.allowed($0, .toService)
        }
        let toClient = Pipe(to: client, isStalled) { [weak self] in
          self?.allowed($0, .toClient)
        }
        return client.pipeline.addHandler(toService)
          .flatMap { server.pipeline.addHandler(toClient) }
          .flatMap { client.setOption(.autoRead, value: true) }
      }
  }

  /// Passes what a channel receives to another one.
  private final class Pipe: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let target: any Channel
    private let isStalled: @Sendable () -> Bool
    private let allowed: @Sendable (Int) -> Int?

    init(
      to target: any Channel,
      _ isStalled: @escaping @Sendable () -> Bool,
      allowing allowed: @escaping @Sendable (Int) -> Int?
    ) {
      self.target = target
      self.isStalled = isStalled
      self.allowed = allowed
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isStalled() else { return }
      var buffer = unwrapInboundIn(data)
      let channel = context.channel
      guard let count = allowed(buffer.readableBytes) else {
        return target.writeAndFlush(buffer, promise: nil)
      }
      let part = buffer.readSlice(length: min(count, buffer.readableBytes)) ?? ByteBuffer()
      target.writeAndFlush(part).whenComplete { [target] _ in
        target.close(promise: nil)
        channel.close(promise: nil)
      }
    }

    func channelInactive(context: ChannelHandlerContext) { target.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
#endif
