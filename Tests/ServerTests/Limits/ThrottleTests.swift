#if Server
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerServer

@Suite struct `The limits of requests` {
  private let clock = ManualClock()

  private func network(_ text: String) throws -> IPNetwork { try #require(IPNetwork(text)) }

  private func throttle(_ factor: Double? = 1) -> Throttle {
    Throttle(factor: factor, now: { [clock] in clock.now })
  }

  @Test(arguments: Throttle.Operation.allCases)
  func `allow a burst, and then a rate`(operation: Throttle.Operation) throws {
    let rate = try #require(Throttle.standardRates[operation])
    let (throttle, client) = (throttle(), try network("192.0.2.1"))
    for _ in 0..<rate.burst { #expect(throttle.take(operation, from: client) == nil) }
    let seconds = try #require(throttle.take(operation, from: client))
    #expect(Double(seconds) >= 1 / rate.perSecond)
    clock.advance(by: Int64(seconds) * 1_000)
    #expect(throttle.take(operation, from: client) == nil)
    // A bucket never holds more than the burst.
    clock.advance(by: 1_000_000_000)
    for _ in 0..<rate.burst { #expect(throttle.take(operation, from: client) == nil) }
    #expect(throttle.take(operation, from: client) != nil)
  }

  @Test func `of one client and one operation leave others alone`() throws {
    let (throttle, client) = (throttle(), try network("192.0.2.1"))
    while throttle.take(.signIn, from: client) == nil {}
    #expect(throttle.take(.any, from: client) == nil)
    #expect(throttle.take(.signIn, from: try network("192.0.2.2")) == nil)
  }

  @Test func `do not grow when the clock goes back`() throws {
    let (throttle, client) = (throttle(), try network("192.0.2.1"))
    while throttle.take(.signIn, from: client) == nil {}
    clock.advance(by: -1_000_000)
    #expect(throttle.take(.signIn, from: client) != nil)
  }

  @Test func `tell what they have refused`() throws {
    let refused = Mutex<[Throttle.Operation]>([])
    let throttle = Throttle(now: { [clock] in clock.now }) { operation in
      refused.withLock { $0.append(operation) }
    }
    let client = try network("192.0.2.1")
    while throttle.take(.link, from: client) == nil {}
    #expect(refused.withLock { $0 } == [.link])
  }

  @Test func `can be raised, or left out`() throws {
    let client = try network("192.0.2.1")
    let raised = throttle(10)
    var count = 0
    while raised.take(.signIn, from: client) == nil { count += 1 }
    #expect(count == 200)
    let none = throttle(nil)
    for _ in 0..<10_000 { #expect(none.take(.any, from: client) == nil) }
  }
}
#endif
