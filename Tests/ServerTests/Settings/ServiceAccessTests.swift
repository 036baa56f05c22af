#if Server
import ArgumentParser
import Testing

@testable import MonikerServer

@Suite struct `The access to the service` {
  private func options(_ words: String...) throws -> ServeOptions {
    try ServeOptions.parse(words)
  }

  @Test(arguments: [
    ([] as [String], "http://127.0.0.1:8686"),
    (["--hostname", "localhost", "--port", "80"], "http://localhost:80"),
    (
      [
        "--hostname", "0.0.0.0", "--tls-certificate", "c", "--tls-key", "k", "--public-url",
        "https://id.example:8443",
      ], "https://id.example:8443"
    ),
    (["--tls-certificate", "c", "--tls-key", "k"], "https://127.0.0.1:8686"),
    (
      [
        "--hostname", "10.0.0.5", "--behind-proxy", "--public-url", "https://ID.example",
        "--trusted-proxy", "10.0.0.0/8",
      ], "https://id.example"
    ),
  ])
  func `is as the options say`(words: [String], url: String) throws {
    let access = try ServeOptions.parse(words).access()
    #expect(access.publicURL == url)
    #expect(access.isSecure == url.hasPrefix("https"))
    #expect(access.cookieName.hasPrefix("__Host-") == access.isSecure)
  }

  @Test(arguments: [
    ["--hostname", "0.0.0.0"], ["--hostname", "::"], ["--hostname", "id.example"],
    ["--hostname", "0.0.0.0", "--tls-certificate", "c", "--tls-key", "k"], ["--metrics-from", "x"],
    ["--behind-proxy"], ["--behind-proxy", "--public-url", "https://id.example"],
    ["--trusted-proxy", "10.0.0.1"], ["--tls-key", "k"], ["--tls-certificate", "c"],
    ["--port", "65536"], ["--port", "-1"], ["--limit-factor", "0.5"], ["--max-connections", "0"],
    ["--cached-sessions", "-1"],
    ["--public-url", "https://id.example"], ["--public-url", "http://id.example/path"],
    ["--behind-proxy", "--public-url", "http://id.example", "--trusted-proxy", "127.0.0.1"],
    ["--public-url", "http://id.example"], ["--sign-up", "some"], ["--log-format", "xml"],
    ["--log-level", "loud"],
    [
      "--behind-proxy", "--public-url", "https://id.example", "--trusted-proxy", "10.0.0.0/64",
    ],
  ])
  func `is refused without TLS beyond loopback, and with options that contradict`(words: [String]) {
    #expect(throws: (any Error).self) { try ServeOptions.parse(words) }
  }

  @Test(arguments: [
    ([] as [String], "http://127.0.0.1:4321", "moniker-dev-4321"),
    (["--tls-certificate", "c", "--tls-key", "k"], "https://127.0.0.1:4321", "__Host-moniker"),
    (
      ["--behind-proxy", "--public-url", "http://localhost:1", "--trusted-proxy", "127.0.0.1"],
      "http://localhost:1", "moniker-dev-4321"
    ),
  ])
  func `names the port that was free`(words: [String], url: String, cookie: String) throws {
    let access = try ServeOptions.parse(["--port", "0"] + words).access()
    access.freePort?.number = 4_321
    #expect(access.publicURL == url)
    #expect(access.cookieName == cookie)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:80", true), ("127.0.0.1:8686", true), ("[::1]", true),
    ("[::1]:8686", true), ("evil.example", false), ("localhost.evil.example", false), ("", false),
    ("127.0.0.1.evil.example:8686", false), ("localhost:1@evil", false), ("localhost:1:2", false),
    ("localhost:80/", false), ("[::1]:1@evil", false), ("localhost:", true),
    ("localhost: 80", false),
    ("localhost:８０", false),
  ])
  func `on loopback is by its names alone`(authority: String, isAnswered: Bool) throws {
    #expect(try options().access().answers(authority) == isAnswered)
  }

  @Test(arguments: [
    ("id.example", true), ("ID.EXAMPLE", true), ("id.example:443", true), ("id.example:80", false),
    ("id.example:8443", false), ("example", false), ("localhost", false),
  ])
  func `behind a proxy is by the public host alone`(authority: String, isAnswered: Bool) throws {
    let access = try options(
      "--behind-proxy",
      "--public-url",
      "https://id.example",
      "--trusted-proxy",
      "127.0.0.1"
    ).access()
    #expect(access.answers(authority) == isAnswered)
  }

  /// The rightmost address that is not a trusted proxy's; what stands to its left may be forged.
  @Test(arguments: [
    ("10.0.0.1", [] as [String], "10.0.0.1"), ("10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
    ("10.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
    ("10.0.0.1", ["198.51.100.1", "192.0.2.7, 10.0.0.9"], "192.0.2.7"),
    ("10.0.0.1", ["10.0.0.8, 10.0.0.9"], "10.0.0.8"), ("10.0.0.1", ["forged"], "::"),
    ("10.0.0.1", ["192.0.2.7, forged, 10.0.0.9"], "::"),
    ("10.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"),
    ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
    ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
    ("10.0.0.1", ["192.0.2.7:"], "::"), ("10.0.0.1", ["192.0.2.7:x"], "::"),
    ("192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
  ])
  func `finds the client behind trusted proxies`(
    peer: String,
    forwarded: [String],
    client: String
  ) throws {
    let access = try options(
      "--behind-proxy",
      "--public-url",
      "https://id.example",
      "--trusted-proxy",
      "10.0.0.0/8"
    ).access()
    let found = access.client(peer: try #require(IPAddress(peer)), forwarded: forwarded)
    #expect(found.description == client)
  }
}
#endif
