#if Server
import Hummingbird
import HummingbirdCore
import Logging
import MonikerDomain
import MonikerDoubles
import MonikerModel
import MonikerRemote
import NIOCore
import ServiceLifecycle
import Synchronization

@testable import MonikerServer

/// The service on a free port of 127.0.0.1, over a store whose clock and IDs a test sets.
///
/// It ends with the last reference to it.
final class RunningService: Sendable {
  /// Where it listens.
  let address: ServiceAddress

  /// The port at which it listens.
  let port: Int

  /// Its store.
  let store: any SharedStore

  /// What the callers have chosen for their requests.
  let choices: Choices

  private let group: ServiceGroup

  private init(
    port: Int,
    over store: any SharedStore,
    _ choices: Choices,
    _ group: ServiceGroup
  ) throws {
    address = try ServiceAddress("http://127.0.0.1:\(port)")
    self.port = port
    self.store = store
    self.choices = choices
    self.group = group
  }

  deinit {
    Task { [group] in await group.triggerGracefulShutdown() }
  }

  /// Starts a service.
  ///
  /// - Parameters:
  ///   - store: its store; nil for one in memory.
  ///   - owner: the owner of the store.
  ///   - port: where it listens; 0 for any that is free.
  ///   - limits: the factor of its limits of how often clients may ask; nil for none.
  static func started(
    over store: (any SharedStore)? = nil,
    owner: StoreOwner = .test(),
    port: Int = 0,
    signUp: SignUpPolicy = .open,
    limits: Double? = nil
  ) async throws -> RunningService {
    let store = store ?? InMemoryRepository(owner: owner)
    let choices = Choices()
    let parts = parts(store, owner, signUp, limits)
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let application = try HTTPService.application(
      parts,
      answering: ChoosingResponder(
        inner: HTTPService.router(parts).buildResponder(),
        choices: choices
      ),
      at: HTTPService.Endpoint(hostname: "127.0.0.1", port: port),
      logger: quiet
    ) { channel in
      started.yield(channel.localAddress?.port ?? 0)
      started.finish()
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: quiet)
    )
    let running = Task {
      defer { started.finish() }
      try await group.run()
    }
    for await port in ports { return try RunningService(port: port, over: store, choices, group) }
    try await running.value
    throw NotStarted()
  }

  private struct NotStarted: Error {}

  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private static func parts(
    _ store: any SharedStore,
    _ owner: StoreOwner,
    _ signUp: SignUpPolicy,
    _ limits: Double?
  ) -> ServiceParts {
    ServiceParts(
      store: store,
      photos: SamplePhotos(),
      policy: .reservingOwnNames,
      signUp: signUp,
      accountsPerDay: nil,
      throttle: Throttle(factor: limits, now: owner.now),
      streams: ClientLimit(256),
      metrics: MetricsRegistry(),
      renewals: SessionRenewals(of: store, now: owner.now, logger: quiet),
      events: EventHub(
        ProvenSessionsUseCase(store),
        view: DeviceView(history: store),
        now: owner.now,
        logger: quiet
      ),
      access: ServiceAccess(
        publicURL: "http://localhost",
        hosts: .loopback,
        isSecure: false,
        cookieName: "moniker-dev-0"
      ),
      now: owner.now,
      random: { UInt64.random(in: 0...UInt64.max) }
    )
  }

  /// A store over the service for a device that it does not know yet.
  ///
  /// - Parameters:
  ///   - tokens: keeps the token of the device.
  ///   - address: where the service is reached, such as a proxy; nil for the service itself.
  ///   - timeouts: how long the store waits.
  ///   - keys: gets the recovery keys of new accounts.
  ///   - offline: what the device keeps for times without the service.
  ///   - between: what requests go through.
  ///   - prove: gets a proof.
  ///   - awaitApproval: waits for the approval of a link.
  func repository(
    _ tokens: any DeviceTokenStore = DeviceTokenVariable(),
    at address: ServiceAddress? = nil,
    timeouts: RemoteTimeouts = RemoteTimeouts(call: .seconds(120)),
    keys: KeyRing = KeyRing(),
    offline: RemoteOffline? = nil,
    through between: (any RemoteTransport) -> any RemoteTransport = { $0 },
    prove: @escaping RemoteRepository.Prove = { _ in nil },
    awaitApproval: @escaping RemoteRepository.AwaitApproval = { _, _ in false }
  ) -> RemoteRepository {
    let address = address ?? self.address
    let transport = RemoteRepository.transport(to: address, timeouts: timeouts)
    return RemoteRepository(
      at: address,
      over: ChoosingTransport(inner: between(transport), choices: choices),
      tokens: tokens,
      label: "test",
      timeouts: timeouts,
      now: { ManualClock().now },
      newIntentionID: { .uuid { UInt64.random(in: 0...UInt64.max) } },
      keepRecoveryKey: { key, account in keys.add(key, of: account) },
      offline: offline,
      prove: prove,
      awaitApproval: awaitApproval
    )
  }
}

/// The recovery keys that somebody was given.
final class KeyRing: Sendable {
  private let keys = Mutex<[AccountID: [RemoteSecret]]>([:])

  func add(_ key: RemoteSecret, of account: Account) {
    keys.withLock { $0[account.id, default: []].append(key) }
  }

  /// How many keys there are.
  var count: Int { keys.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// The keys of an account, in the order in which they were given.
  func keys(of account: Account) -> [RemoteSecret] { keys.withLock { $0[account.id] ?? [] } }
}
#endif
