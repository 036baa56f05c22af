#if Server
import Glibc
import MonikerDoubles
import Synchronization
import Testing

/// A proxy before the socket of a server, which cuts a connection after a message.
///
/// Messages have a type, which is one byte, and a length; the first one of a client has no type:
/// https://www.postgresql.org/docs/15/protocol-message-formats.html
final class WireProxy: Sendable {
  /// The direction of a message.
  enum Direction: CaseIterable, Sendable { case toServer, toClient }

  /// After how many messages in a direction a connection is cut.
  struct Cut: Sendable, CustomStringConvertible {
    let direction: Direction
    let messageCount: Int

    var description: String { "\(messageCount) messages \(direction)" }
  }

  private let folder: TemporaryFolder
  private let listener: Int32
  private let plan = Plan()

  /// The folder of the socket, as the host of an address.
  var host: String { folder.path }

  /// Makes a proxy.
  ///
  /// - Parameter host: the folder of the server's socket.
  init(before host: String) throws {
    folder = try TemporaryFolder()
    listener = try #require(Self.listen(at: "\(folder.path)/.s.PGSQL.5432"))
    // The threads must not keep the proxy, whose end ends the first of them.
    Self.startThread { [plan, listener] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        guard let server = Self.connect(to: "\(host)/.s.PGSQL.5432") else {
          close(client)
          continue
        }
        Self.startThread {
          var relay = Relay(client: client, server: server)
          while relay.pass(allowing: plan.allows) {}
          close(client)
          close(server)
        }
      }
      close(listener)
    }
  }

  /// Connections that are open end with their clients.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Cuts one connection, counted from now on.
  func cut(after cut: Cut) { plan.cut(after: cut) }

  /// Cuts none from now on.
  ///
  /// - Returns: whether one was cut.
  func disarm() -> Bool { plan.disarm() }
}

/// Where a proxy is to cut a connection.
private final class Plan: Sendable {
  private struct State {
    var cut: WireProxy.Cut?
    var passed = 0
  }

  private let state = Mutex(State())

  func cut(after cut: WireProxy.Cut) {
    state.withLock { $0 = State(cut: cut) }
  }

  func disarm() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.cut == nil
    }
  }

  /// Counts a message.
  ///
  /// - Returns: false if the connection is to be cut before it.
  func allows(_ direction: WireProxy.Direction) -> Bool {
    state.withLock { state in
      guard let cut = state.cut, cut.direction == direction else { return true }
      guard state.passed == cut.messageCount else {
        state.passed += 1
        return true
      }
      state.cut = nil
      return false
    }
  }
}

/// The two sockets of a connection through a proxy.
private struct Relay {
  let client: Int32
  let server: Int32
  private var fromClient: [UInt8] = []
  private var fromServer: [UInt8] = []
  private var hasStarted = false

  init(client: Int32, server: Int32) {
    self.client = client
    self.server = server
  }

  /// Waits for bytes, and passes the messages that are complete.
  ///
  /// - Returns: false if the connection has ended, or is to be cut.
  mutating func pass(allowing: (WireProxy.Direction) -> Bool) -> Bool {
    var sockets = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&sockets, 2, -1) > 0 else { return errno == EINTR }
    if sockets[0].revents != 0 {
      guard Self.read(client, into: &fromClient) else { return false }
      while let message = Self.message(in: &fromClient, isFirst: !hasStarted) {
        hasStarted = true
        guard allowing(.toServer), Self.write(message, to: server) else { return false }
      }
    }
    if sockets[1].revents != 0 {
      guard Self.read(server, into: &fromServer) else { return false }
      while let message = Self.message(in: &fromServer, isFirst: false) {
        guard allowing(.toClient), Self.write(message, to: client) else { return false }
      }
    }
    return true
  }

  private static func read(_ socket: Int32, into buffer: inout [UInt8]) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(socket, &bytes, bytes.count)
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }

  private static func message(in buffer: inout [UInt8], isFirst: Bool) -> [UInt8]? {
    let typeLength = isFirst ? 0 : 1
    guard buffer.count >= typeLength + 4 else { return nil }
    let length = buffer[typeLength..<typeLength + 4].reduce(0) { $0 << 8 | Int($1) }
    guard buffer.count >= typeLength + length else { return nil }
    defer { buffer.removeFirst(typeLength + length) }
    return Array(buffer.prefix(typeLength + length))
  }

  private static func write(_ message: [UInt8], to socket: Int32) -> Bool {
    var rest = message[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension WireProxy {
  private static func startThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &thread,
      nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      },
      context
    )
    pthread_detach(thread)
  }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func listen(at path: String) -> Int32? {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = withAddress(of: path) { bind(socket, $0, $1) == 0 }
    return isBound && Glibc.listen(socket, 64) == 0 ? socket : nil
  }

  private static func connect(to path: String) -> Int32? {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = withAddress(of: path) { Glibc.connect(socket, $0, $1) == 0 }
    if !isConnected { close(socket) }
    return isConnected ? socket : nil
  }

  private static func withAddress<Result>(
    of path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
#endif
