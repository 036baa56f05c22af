#if Server
import ArgumentParser
import MonikerDomain

/// The options of `moniker-server serve`.
struct ServeOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp(
      "How many connections to a PostgreSQL database are open at most.",
      valueName: "count"
    )
  )
  var databaseConnections = 16

  @Option(
    help: ArgumentHelp(
      "For how many tokens an SQLite store keeps the answer in memory; 0 for none.",
      valueName: "count"
    )
  )
  var cachedSessions = 16_384

  @OptionGroup var photos: PhotoOptions

  @Option(help: "The address to listen on.")
  var hostname = "127.0.0.1"

  @Option(help: "The port to listen on, from 0 to 65535; 0 takes any that is free.")
  var port = 8686

  @Option(
    help: ArgumentHelp(
      "The certificate for TLS and those of its issuers, in PEM.",
      valueName: "file"
    )
  )
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key of the certificate, in PEM.", valueName: "file"))
  var tlsKey: String?

  @Flag(help: "Clients reach the service by a proxy that speaks TLS with them.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "The address of the service in a browser, such as https://id.example.",
      valueName: "url"
    )
  )
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "A proxy, or a network of proxies, that may say who the client is; give it again for each.",
      valueName: "cidr"
    )
  )
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Who can make an account: open for everybody (default), closed for nobody.",
      valueName: "policy"
    ),
    transform: { text in
      guard let policy = SignUpPolicy(rawValue: text) else {
        throw ValidationError("--sign-up is open or closed.")
      }
      return policy
    }
  )
  var signUp = SignUpPolicy.open

  @Option(
    help: ArgumentHelp(
      "A client, or a network of clients, that may read /metrics (default: loopback); repeatable.",
      valueName: "cidr"
    )
  )
  var metricsFrom: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many accounts may be made from one address, or /64 of version 6, a day; 0 for any number.",
      valueName: "count"
    )
  )
  var accountsPerDay = 20

  @Option(help: "By which the limits of requests are multiplied, at least 1; 0 for no limits.")
  var limitFactor = 1.0

  @Option(help: "The maximum number of open connections; more wait until one is closed.")
  var maxConnections = 20_000

  @Option(
    help: ArgumentHelp(
      "The maximum number of connections of a client, but for trusted proxies.",
      valueName: "number"
    )
  )
  var connectionsPerClient = 256

  @Option(
    help: ArgumentHelp(
      "The maximum number of streams of events of a client.",
      valueName: "number"
    )
  )
  var streamsPerClient = 64

  @Option(help: "The form of the log on standard error: text or json.")
  var logFormat = LogFormat.text

  @Option(help: "The least level of the log: debug, info, notice, warning or error.")
  var logLevel = LogLevel.info

  @Option(help: "A file descriptor that gets a line when the service answers requests.")
  var readyFd: Int32?

  @Option(help: "How many seconds a request that has begun may take after SIGTERM.")
  var shutdownTimeout = 10

  /// How many accounts may be made from an address a day; nil for any number.
  var accountLimit: Int? { accountsPerDay == 0 ? nil : accountsPerDay }

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("The port is a number from 0 to 65535.") }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("Give --tls-certificate and --tls-key together.")
    }
    guard limitFactor == 0 || 1...1_000_000 ~= limitFactor else {
      throw ValidationError("--limit-factor is 0, or a number from 1 to 1000000.")
    }
    guard databaseConnections > 0 else {
      throw ValidationError("--database-connections is a number from 1 on.")
    }
    guard 0...10_000_000 ~= cachedSessions else {
      throw ValidationError("--cached-sessions is a number from 0 to 10000000.")
    }
    guard accountsPerDay >= 0 else {
      throw ValidationError("--accounts-per-day is a number from 0 on.")
    }
    guard connectionsPerClient >= 1, streamsPerClient >= 1 else {
      throw ValidationError(
        "--connections-per-client and --streams-per-client are numbers from 1 on."
      )
    }
    guard maxConnections >= 1, 1...3_600 ~= shutdownTimeout else {
      throw ValidationError("--max-connections and --shutdown-timeout are numbers from 1 on.")
    }
    if behindProxy {
      guard publicURL != nil, !trustedProxy.isEmpty else {
        throw ValidationError("--behind-proxy needs --public-url and --trusted-proxy.")
      }
    } else if !trustedProxy.isEmpty {
      throw ValidationError("--trusted-proxy is for --behind-proxy.")
    }
    _ = try access()
  }

  /// How clients reach the service.
  ///
  /// - Throws: `ValidationError` for an address beyond loopback without TLS, and for texts that are no
  ///   addresses.
  func access() throws -> ServiceAccess {
    let isLoopback = hostname == "localhost" || IPAddress(hostname)?.isLoopback ?? false
    let hasTLS = tlsCertificate != nil
    guard isLoopback || hasTLS || behindProxy else {
      throw ValidationError(
        "\(hostname) can be reached from other machines, where tokens need TLS. Give "
          + "--tls-certificate and --tls-key, or --behind-proxy."
      )
    }
    guard isLoopback || publicURL != nil else {
      throw ValidationError(
        "\(hostname) can be reached under any name. Give --public-url, by which clients reach it."
      )
    }
    let proxies = try trustedProxy.map { try Self.network($0) }
    let metricsClients =
      metricsFrom.isEmpty
      ? ServiceAccess.loopbackNetworks : try metricsFrom.map { try Self.network($0) }
    let isSecure = hasTLS || behindProxy && (publicURL?.hasPrefix("https://") ?? false)
    let scheme = isSecure ? "https://" : "http://"
    let freePort = port == 0 ? FreePort() : nil
    let cookieName = isSecure ? "__Host-moniker" : "moniker-dev-" + (port == 0 ? "" : "\(port)")
    guard let publicURL else {
      return ServiceAccess(
        publicURL: "\(scheme)\(hostname)" + (port == 0 ? "" : ":\(port)"),
        hosts: .loopback,
        metricsClients: metricsClients,
        isSecure: isSecure,
        cookieName: cookieName,
        freePort: freePort
      )
    }
    let host = publicURL.dropFirst(scheme.count).lowercased()
    guard publicURL.hasPrefix(scheme), !host.isEmpty, host.utf8.allSatisfy(\.isPartOfHost) else {
      throw ValidationError("--public-url is \(scheme) and a host, without a path.")
    }
    guard isSecure || ServiceAccess.isLoopback(host) else {
      throw ValidationError(
        "Clients reach \(host) from other machines, where tokens need TLS. Give --public-url with https://, and "
          + "TLS by --behind-proxy or by a certificate."
      )
    }
    return ServiceAccess(
      publicURL: scheme + host,
      hosts: .one(host),
      metricsClients: metricsClients,
      trustedProxies: proxies,
      isSecure: isSecure,
      cookieName: cookieName,
      freePort: freePort
    )
  }

  private static func network(_ text: String) throws -> IPNetwork {
    guard let network = IPNetwork(text) else {
      throw ValidationError("\(text) is not a network, such as 10.0.0.0/8.")
    }
    return network
  }
}

extension UInt8 {
  /// Whether the byte may be part of a host in lower case and its port.
  var isPartOfHost: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-.:[]".utf8.contains(self)
    }
  }
}

#endif
