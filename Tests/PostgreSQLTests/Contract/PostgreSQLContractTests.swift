#if Server
import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerPostgreSQL

extension StoreUnderTest {
  static let postgreSQL = StoreUnderTest(
    "PostgreSQL",
    .local.union([.isDurable, .keepsCredentials])
  ) {
    let database = try TestDatabase.forRows()
    return StorePlace { try database.store() }
  }
}

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(20))) struct `The contract over PostgreSQL` {
  static let laws = Contract.laws(for: .postgreSQL)

  @Test(arguments: laws)
  func `The store obeys every law, also if its role owns nothing`(law: Law) async throws {
    try await law.check(.postgreSQLOfAService)
  }

  @Test(arguments: laws)
  func `The store obeys every law on a device other than the local one`(law: Law) async throws {
    try await TestDevice.$current.withValue(DeviceID(high: 0xDE << 56, low: 1)) {
      try await law.check(.postgreSQL)
    }
  }

  /// Three fixed seeds, and a random one.
  static let seeds = [1, 2, 3, UInt64.random(in: 4...UInt64.max)]

  static let walks = [1, 3].flatMap { devices in seeds.map { (seed: $0, devices: devices) } }

  @Test(arguments: walks)
  func `A random walk has the same results as the model`(
    walk: (seed: UInt64, devices: Int)
  ) async throws {
    let (seed, devices) = walk
    print("The walk with \(devices) devices has the seed \(seed).")
    // scripts/test --walk N sets the length.
    let steps = ProcessInfo.processInfo.environment["MONIKER_TEST_WALK"].flatMap { Int($0) } ?? 300
    let walk = RandomWalk(seed: seed, steps: steps, devices: devices, for: .postgreSQL)
    try await walk.check(.postgreSQL)
  }
}
#endif
