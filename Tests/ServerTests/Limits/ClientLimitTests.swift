#if Server
import Testing

@testable import MonikerServer

@Suite struct `The limit of a client` {
  private let limit = ClientLimit(2)

  private func network(_ text: String) throws -> IPNetwork { try #require(IPNetwork(text)) }

  @Test func `is given back when a place is left, or is no more`() throws {
    let client = try network("192.0.2.1")
    var first = limit.place(for: client)
    let second = try #require(limit.place(for: client))
    #expect(first != nil && limit.place(for: client) == nil)
    #expect(limit.place(for: try network("192.0.2.2")) != nil)
    first = nil
    first = limit.place(for: client)
    #expect(first != nil && limit.place(for: client) == nil)
    // Twice is once.
    second.leave()
    second.leave()
    let third = limit.place(for: client)
    #expect(third != nil && limit.place(for: client) == nil)
    _ = (first, second)
  }
}
#endif
