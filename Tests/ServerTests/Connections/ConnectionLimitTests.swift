#if Server
import NIOCore
import NIOEmbedded
import Testing

@testable import MonikerServer

@Suite struct `The limit of connections` {
  private let limit = ClientLimit(2)

  private func connect(
    from address: String,
    exempt: Set<String> = [],
    onRefusal: @escaping () -> Void = {}
  ) throws -> EmbeddedChannel {
    let handler = ConnectionLimitHandler(
      limit,
      isExempt: { exempt.contains($0.description) },
      onRefusal: onRefusal
    )
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(handler)
    try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
    return channel
  }

  @Test func `closes what a client has beyond it, until it closes another`() throws {
    var refusals = 0
    let first = try connect(from: "192.0.2.1")
    let second = try connect(from: "192.0.2.1")
    let third = try connect(from: "192.0.2.1") { refusals += 1 }
    #expect([first, second, third].map(\.isActive) == [true, true, false])
    #expect(refusals == 1)
    try first.close().wait()
    #expect(try connect(from: "192.0.2.1").isActive)
    #expect(try !connect(from: "192.0.2.1").isActive)
    _ = try second.finish()
  }

  @Test func `is that of each client, and of a whole network of version 6`() throws {
    for _ in 0..<2 { #expect(try connect(from: "2001:db8::1").isActive) }
    #expect(try !connect(from: "2001:db8::ffff").isActive)
    #expect(try connect(from: "2001:db8:0:1::1").isActive)
    #expect(try connect(from: "192.0.2.1").isActive)
  }

  @Test func `is not for a proxy, whose connections are those of many`() throws {
    for _ in 0..<5 { #expect(try connect(from: "10.0.0.1", exempt: ["10.0.0.1"]).isActive) }
  }
}
#endif
