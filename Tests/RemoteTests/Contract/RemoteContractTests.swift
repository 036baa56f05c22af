#if Server
import Foundation
import MonikerContract
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import MonikerTestServer
import Testing

extension StoreUnderTest {
  /// A service over a store of a kind; it starts when it is opened first.
  private static func service(
    _ name: String,
    over makeStore: @escaping @Sendable (TemporaryFolder) throws -> any SharedStore
  ) -> StoreUnderTest {
    StoreUnderTest(name, [.hasChosenTimesAndIDs]) {
      let folder = try TemporaryFolder()
      let store = try makeStore(folder)
      let devices = Task { RemoteDevices(of: try await .started(over: store)) }
      return StorePlace {
        defer { withExtendedLifetime(folder) {} }
        return try await devices.value
      }
    }
  }

  static let serviceOverMemory = service("a service over memory") { _ in
    InMemoryRepository(owner: .test)
  }

  static let serviceOverSQLite = service("a service over SQLite") {
    SQLiteRepository(path: $0.file("store.sqlite"), owner: .test)
  }

  /// Two servers on one PostgreSQL, which share the devices among them.
  static let serversOverPostgreSQL = StoreUnderTest(
    "two servers over PostgreSQL",
    [.hasChosenTimesAndIDs]
  ) {
    let database = try SharedDatabase()
    let devices = Task {
      RemoteDevices(
        of: try await .started(over: database.store()),
        try await .started(over: database.store())
      )
    }
    return StorePlace {
      defer { withExtendedLifetime(database) {} }
      return try await devices.value
    }
  }
}

extension StoreUnderTest {
  /// Real servers with clocks and IDs of their own, which start when they are opened first.
  private static func processes(
    _ name: String,
    _ start: @escaping @Sendable () async throws -> RemoteDevices
  ) -> StoreUnderTest {
    StoreUnderTest(name, []) {
      let devices = Task { try await start() }
      return StorePlace { try await devices.value }
    }
  }

  static let processOnSQLite = processes("a server on SQLite") {
    try RemoteDevices(of: [try await TestServer.started()])
  }

  static let processesOnPostgreSQL = processes("two servers on PostgreSQL") {
    let database = try SharedDatabase()
    return try RemoteDevices(
      of: [
        try await TestServer.started(on: database.uri),
        try await TestServer.started(on: database.uri),
      ],
      on: database
    )
  }
}

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(20))) struct `The contract over a service` {
  static let cases = [StoreUnderTest.serviceOverMemory, .serviceOverSQLite, .serversOverPostgreSQL]
    .flatMap { store in Contract.laws(for: store).map { (store, $0) } }

  @Test(arguments: cases)
  func `A remote store obeys every law of a personal one`(
    store: StoreUnderTest,
    law: Law
  ) async throws {
    // The local device belongs to the service itself.
    try await TestDevice.$current.withValue(DeviceID(high: 0xDE << 56, low: 1)) {
      try await law.check(store)
    }
  }

  /// A real service keeps a nickname back for its last holder, and has photos of its own.
  static let unlikeReal: Set = [
    "Look-alikes of a nickname are free as soon as it is given up",
    "A save over another version is refused with the stored profile, and changes nothing",
    "A save of the stored content changes nothing, whatever version was edited",
    "Of 100 concurrent edits of one version, one is saved, and the others get it",
  ]

  static let realCases = [StoreUnderTest.processOnSQLite, .processesOnPostgreSQL]
    .flatMap { store in
      Contract.laws(for: store).filter { !unlikeReal.contains($0.name) }.map { (store, $0) }
    }

  @Test(arguments: realCases)
  func `A real service obeys every law that needs no chosen time`(
    store: StoreUnderTest,
    law: Law
  ) async throws {
    try await law.check(store)
  }

  /// Two fixed seeds, and a random one.
  static let seeds = [1, 2, UInt64.random(in: 3...UInt64.max)]

  @Test(arguments: [StoreUnderTest.serviceOverSQLite, .serversOverPostgreSQL], seeds)
  func `Three devices see the same as over the model`(
    store: StoreUnderTest,
    seed: UInt64
  ) async throws {
    print("The walk of 3 devices over \(store) has the seed \(seed).")
    // scripts/test --walk N sets the length; a step over HTTP takes ten times as long as one without.
    let steps = ProcessInfo.processInfo.environment["MONIKER_TEST_WALK"].flatMap { Int($0) } ?? 300
    let walk = RandomWalk(seed: seed, steps: max(1, steps / 3), devices: 3, for: store)
    try await walk.check(store, beside: .serviceOverMemory)
  }
}
#endif
