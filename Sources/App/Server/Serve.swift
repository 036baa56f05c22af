#if Server
import ArgumentParser
import CProcess
import Glibc
import Hummingbird
import Logging
import Moniker
import MonikerCommandLine
import MonikerData
import MonikerDomain
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// `moniker-server serve`: answers requests until SIGTERM or SIGINT, then ends those that it has begun.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answer requests until SIGTERM or SIGINT.",
    discussion: """
      EXAMPLES:
        moniker-server
        moniker-server serve --store sqlite:/srv/moniker.sqlite --port 8080
        moniker-server serve --hostname 0.0.0.0 --port 443 \\
          --public-url https://id.example \\
          --tls-certificate chain.pem --tls-key key.pem
        moniker-server serve --behind-proxy \\
          --public-url https://id.example --trusted-proxy 127.0.0.1

      Beyond loopback, the service needs TLS, by a certificate or by a proxy.
      """
  )

  @OptionGroup var options: ServeOptions

  func run() async throws {
    try await run { _ in }
  }

  /// Runs the service.
  ///
  /// - Parameter addRoutes: adds routes of a benchmark.
  func run(adding addRoutes: (Router<ServiceContext>) -> Void) async throws {
    // Who reads the log or the line of readiness may go away.
    signal(SIGPIPE, SIG_IGN)
    // A file that a crash writes would contain tokens, and so does the memory, which other processes of
    // the same user could read.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = moniker_forbid_inspection()
    let logger = Logger(options.logFormat, options.logLevel)
    let owner = StoreOwner(now: ProcessEnvironment.now, random: ProcessEnvironment.random)
    let metrics = MetricsRegistry()
    let access = try options.access()
    let tls = try options.tls()
    let photos = try options.photos.source(random: ProcessEnvironment.random)
    let opened = try options.store.location().open(
      owner: owner,
      connections: options.databaseConnections,
      cachedSessions: options.cachedSessions
    ) { metrics.count(batch: $0) }
    try await prepare(opened.store)
    let parts = ServiceParts(
      store: opened.store,
      photos: photos,
      imageHost: options.photos.photoImageHost,
      policy: .reservingOwnNames,
      signUp: options.signUp,
      accountsPerDay: options.accountLimit,
      throttle: Throttle(
        factor: options.limitFactor == 0 ? nil : options.limitFactor,
        now: ProcessEnvironment.now,
        onRefusal: { metrics.countThrottled($0.rawValue) }
      ),
      streams: ClientLimit(options.streamsPerClient),
      metrics: metrics,
      renewals: SessionRenewals(
        of: opened.store,
        now: ProcessEnvironment.now,
        logger: logger
      ),
      events: EventHub(
        ProvenSessionsUseCase(opened.store),
        view: DeviceView(history: opened.store),
        now: ProcessEnvironment.now,
        logger: logger
      ),
      access: access,
      now: ProcessEnvironment.now,
      random: ProcessEnvironment.random
    )
    let readiness = Readiness(
      descriptor: options.readyFd,
      socketPath: try ProcessEnvironment.variable("NOTIFY_SOCKET")
    )
    let service = try HTTPService.application(
      parts,
      at: HTTPService.Endpoint(
        hostname: options.hostname,
        port: options.port,
        tls: tls,
        maximumConnections: options.maxConnections,
        connectionsPerClient: options.connectionsPerClient,
        eventLoops: .ofService()
      ),
      logger: logger,
      adding: addRoutes
    ) { channel in
      if let port = channel.localAddress?.port { access.freePort?.number = port }
      let address = channel.localAddress.map { "\($0)" } ?? "an unknown address"
      logger.notice("listening", metadata: ["address": "\(address)", "store": "\(opened.name)"])
      readiness.announce()
    }
    let expiries = SessionsUseCase(
      sessions: opened.store,
      in: MonikerDomain.RequestContext(in: .everything(on: .local)),
      now: ProcessEnvironment.now
    )
    let devices = UnusedDevicesUseCase(
      store: opened.store,
      in: RequestContext(in: .everything(on: .local)),
      now: ProcessEnvironment.now
    )
    var configuration = ServiceGroupConfiguration(
      services: [
        service, ExpirySweeper(sessions: expiries, devices: devices, logger: logger),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = .seconds(options.shutdownTimeout)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      await opened.close()
      guard let reason = Self.reason(error) else { throw error }
      throw CommandFailure(
        .unreachable,
        "The service cannot listen on \(options.hostname), port \(options.port): \(reason). Choose another "
          + "--hostname or --port."
      )
    }
    await opened.close()
  }

  /// Why the service cannot listen; nil if an error says something else.
  private static func reason(_ error: any Error) -> String? {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case is SocketAddressError, is SocketAddressError.UnknownHost: "there is no such host"
    default: nil
    }
  }

  /// Makes freed nicknames rest for their last holders for 30 days, unless the store has another time.
  private func prepare(_ store: any SharedStore) async throws {
    guard try await store.settings().nicknameRest == .zero else { return }
    try await store.change(StoreSettingsChange(nicknameRest: .seconds(30 * 86_400)))
  }
}
#endif
