#if Server
import Logging
import MonikerDomain
import MonikerDoubles
import MonikerModel
import ServiceLifecycle
import Synchronization
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `Renewals` {
  private let clock = ManualClock()
  private let store: SwitchableRepository
  private let devices = (1...3).map { DeviceID(high: 0, low: $0) }

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
  }

  private func renewals(pause: @escaping @Sendable () async -> Void) -> SessionRenewals {
    SessionRenewals(
      of: store,
      now: { [clock] in clock.now },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      pause: pause
    )
  }

  private func snapshot(_ number: Int) async throws -> SessionSnapshot {
    try await store.session(of: .active, on: devices[number])
  }

  /// Signs an account in on each device, whose sessions use would renew.
  private func signIn() async throws {
    for (number, device) in devices.enumerated() {
      let request = SignInRequest(
        nickname: try Nickname("n\(number)"),
        on: SessionTerms(lifetime: .seconds(600), isSliding: true),
        in: RequestContext(in: .device(device))
      )
      _ = try await store.signIn(request)
    }
    clock.advance(by: 60_000)
  }

  private func renewedCount() async throws -> Int {
    var count = 0
    for number in devices.indices
    where try await snapshot(number).active?.session.lastSeenAt == clock.now {
      count += 1
    }
    return count
  }

  @Test func `are written together, and the next ones after a pause`() async throws {
    try await signIn()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let counts = Mutex<[Int]>([])
    let renewals = renewals {
      let count = try? await renewedCount()
      counts.withLock { $0.append(count ?? -1) }
      for await _ in gate {}
    }
    let running = Task { try await renewals.run() }
    defer { running.cancel() }
    renewals.note(try await snapshot(0), on: devices[0])
    try await poll { counts.withLock { $0.count } == 1 }
    renewals.note(try await snapshot(1), on: devices[1])
    renewals.note(try await snapshot(2), on: devices[2])
    opening.finish()
    try await poll { counts.withLock { $0.count } >= 2 }
    #expect(counts.withLock { $0 } == [1, 3])
  }

  @Test func `are of the account that was asked for, active or not`() async throws {
    try await signIn()
    let first = try #require(try await snapshot(0).active)
    let request = SignInRequest(
      nickname: try Nickname("other"),
      on: SessionTerms(lifetime: .seconds(600), isSliding: true),
      in: RequestContext(in: .device(devices[0]))
    )
    let active = try await store.signIn(request).active.account
    let inactive = SessionSubject.account(first.account.id)
    clock.advance(by: 60_000)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let renewals = renewals { end.yield() }
    let running = Task { try await renewals.run() }
    defer { running.cancel() }
    renewals.note(try await store.session(of: inactive, on: devices[0]), on: devices[0])
    for await _ in ends { break }
    let renewed = try await store.session(of: inactive, on: devices[0]).active
    #expect(renewed?.session.lastSeenAt == clock.now)
    let unused = try await store.session(of: .account(active.id), on: devices[0]).active
    #expect(unused?.session.lastSeenAt != clock.now)
  }

  @Test(arguments: [(StoreFailure.Reason.busy, [0, 2]), (.permissionDenied, [0, 1])])
  func `that failed are tried again if the store was busy`(
    reason: StoreFailure.Reason,
    expected: [Int]
  ) async throws {
    try await signIn()
    let snapshots = [try await snapshot(0), try await snapshot(1)]
    let counts = Mutex<[Int]>([])
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let renewals = renewals {
      store.fail(with: nil)
      let count = try? await renewedCount()
      counts.withLock { $0.append(count ?? -1) }
      for await _ in gate {}
    }
    store.fail(with: StoreFailure(reason, at: "somewhere", detail: "no"))
    let running = Task { try await renewals.run() }
    defer { running.cancel() }
    renewals.note(snapshots[0], on: devices[0])
    try await poll { counts.withLock { $0.count } == 1 }
    renewals.note(snapshots[1], on: devices[1])
    opening.finish()
    try await poll { counts.withLock { $0.count } >= 2 }
    #expect(counts.withLock { $0 } == expected)
  }
}
#endif
