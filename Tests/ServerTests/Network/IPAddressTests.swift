#if Server
import Testing

@testable import MonikerServer

@Suite struct `An address` {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("2001:DB8:0:0::1", "2001:db8::1"),
  ])
  func `is parsed and shown`(text: String, shown: String) {
    #expect(IPAddress(text)?.description == shown)
  }

  @Test(arguments: [
    "", "x", "1.2.3", "1.2.3.4:80", "[::1]", "fe80::1%eth0", " 1.2.3.4", "256.1.1.1",
  ])
  func `of another form is none`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("127.255.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
    ("::2", false), ("0.0.0.0", false),
  ])
  func `is loopback or not`(text: String, isLoopback: Bool) {
    #expect(IPAddress(text)?.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.2", false),
    ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
    ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", false),
    ("192.0.2.64/26", "192.0.2.127", true), ("192.0.2.64/26", "192.0.2.128", false),
  ])
  func `is in a network or not`(network: String, address: String, isInside: Bool) throws {
    let network = try #require(IPNetwork(network))
    #expect(network.contains(try #require(IPAddress(address))) == isInside)
  }

  @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "::/129", "10.0.0.0/8/8"])
  func `with another length is no network`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test func `of version 6 shares its limits with its 64`() throws {
    func network(_ text: String) throws -> IPNetwork { try #require(IPAddress(text)).network }
    #expect(try network("2001:db8::1") == network("2001:db8::ffff"))
    #expect(try network("2001:db8::1") != network("2001:db8:0:1::1"))
    #expect(try network("192.0.2.1") != network("192.0.2.2"))
  }
}
#endif
