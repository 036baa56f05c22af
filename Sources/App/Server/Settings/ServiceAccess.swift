#if Server
import MonikerDomain
import Synchronization

/// How clients reach the service.
struct ServiceAccess: Sendable {
  /// The hosts for which requests are answered.
  enum Hosts: Sendable {
    /// The names of the machine for itself, on any port: a page of another site that has its own name lead to
    /// loopback (DNS rebinding) gets no answer.
    case loopback

    /// One host, with its port if it is not that of the scheme.
    case one(String)
  }

  private let url: String
  private let cookie: String

  /// The port on which the service listens, if any that is free was asked for.
  let freePort: FreePort?

  /// The hosts for which requests are answered.
  let hosts: Hosts

  /// The clients that may read `/metrics`.
  var metricsClients: [IPNetwork]

  /// The machine itself.
  static let loopbackNetworks = ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) }

  /// The networks of the proxies whose X-Forwarded-For is believed.
  var trustedProxies: [IPNetwork]

  /// Whether clients reach the service by TLS.
  let isSecure: Bool

  /// - Parameters:
  ///   - publicURL: see ``publicURL``; without a port if any free one was asked for.
  ///   - hosts: see ``hosts``.
  ///   - metricsClients: see ``metricsClients``.
  ///   - trustedProxies: see ``trustedProxies``.
  ///   - isSecure: see ``isSecure``.
  ///   - cookieName: see ``cookieName``; without a port, likewise.
  ///   - freePort: see ``freePort``.
  init(
    publicURL: String,
    hosts: Hosts,
    metricsClients: [IPNetwork] = loopbackNetworks,
    trustedProxies: [IPNetwork] = [],
    isSecure: Bool,
    cookieName: String,
    freePort: FreePort? = nil
  ) {
    (url, cookie) = (publicURL, cookieName)
    self.hosts = hosts
    self.metricsClients = metricsClients
    self.trustedProxies = trustedProxies
    self.isSecure = isSecure
    self.freePort = freePort
  }

  /// The address of the service in a browser, without a slash at its end: `https://id.example`.
  var publicURL: String {
    guard let freePort, case .loopback = hosts else { return url }
    return "\(url):\(freePort.number)"
  }

  /// The name of the cookie with a device's token.
  ///
  /// By TLS it has the prefix with which browsers accept it from this host alone (RFC 6265bis, section
  /// 4.1.3.2). On plain loopback it contains the port: one name would be one cookie for all services there.
  var cookieName: String {
    guard let freePort, !isSecure else { return cookie }
    return "\(cookie)\(freePort.number)"
  }

  /// Whether requests for a host are answered.
  ///
  /// - Parameter authority: the host, with its port if the client names one.
  func answers(_ authority: String) -> Bool {
    let authority = authority.lowercased()
    switch hosts {
    case .one(let host): return withoutDefaultPort(authority) == withoutDefaultPort(host)
    case .loopback: return Self.isLoopback(authority)
    }
  }

  /// Whether an origin is that of a page under the name of the machine by which the client asks, on plain loopback.
  ///
  /// - Parameter authority: the host of the request, which is answered.
  func isOwnLoopback(_ origin: String, of authority: String) -> Bool {
    guard case .loopback = hosts, !isSecure else { return false }
    return origin.lowercased() == "http://\(authority.lowercased())"
  }

  /// A host without the port of the scheme, which a client may name (RFC 3986, section 6.2.3).
  private func withoutDefaultPort(_ authority: String) -> Substring {
    let port = isSecure ? ":443" : ":80"
    return authority.hasSuffix(port) ? authority.dropLast(port.count) : authority[...]
  }

  /// Whether a host in lower case, with or without a port, is a name of the machine for itself.
  static func isLoopback(_ authority: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(authority.withoutPort)
  }

  /// Returns the client's address: the rightmost one of X-Forwarded-For that is not a trusted proxy's.
  ///
  /// An address may have a port. If a trusted proxy names something else, the result is the unspecified address, which
  /// is nobody's: to count the proxy as the client would give everybody its rights.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - forwarded: the values of X-Forwarded-For, in their order.
  func client(peer: IPAddress, forwarded: [String]) -> IPAddress {
    guard isTrusted(peer) else { return peer }
    var client = peer
    for text in forwarded.joined(separator: ",").split(separator: ",").reversed() {
      guard let address = IPAddress(forwarded: text.filter { $0 != " " }) else {
        return .unspecified
      }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  /// Whether an address is that of a trusted proxy.
  func isTrusted(_ address: IPAddress) -> Bool {
    trustedProxies.contains { $0.contains(address) }
  }
}

/// The port of a service that listens on any that is free.
final class FreePort: Sendable {
  private let bound = Atomic(0)

  /// The number; 0 before the service listens.
  var number: Int {
    get { bound.load(ordering: .relaxed) }
    set { bound.store(newValue, ordering: .relaxed) }
  }
}

extension String {
  /// The text before a last colon with digits behind it; all of it without these.
  fileprivate var withoutPort: Substring {
    guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")),
      utf8[utf8.index(after: colon)...].allSatisfy({ (0x30...0x39).contains($0) }),
      !hasSuffix("]")
    else { return self[...] }
    return self[..<colon]
  }
}
#endif
