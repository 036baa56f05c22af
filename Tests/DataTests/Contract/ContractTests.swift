import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Testing

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(20))) struct `The contract` {
  static let cases = StoreUnderTest.all.flatMap { store in
    Contract.laws(for: store).map { (store, $0) }
  }

  @Test(arguments: cases)
  func `Every store obeys every law`(store: StoreUnderTest, law: Law) async throws {
    try await law.check(store)
  }

  @Test(arguments: cases)
  func `Every store obeys every law on a device other than the local one`(
    store: StoreUnderTest,
    law: Law
  ) async throws {
    try await TestDevice.$current.withValue(DeviceID(high: 0xDE << 56, low: 1)) {
      try await law.check(store)
    }
  }

  /// Three fixed seeds, and a random one.
  static let seeds = [1, 2, 3, UInt64.random(in: 4...UInt64.max)]

  static let walks = [1, 3].flatMap { devices in seeds.map { (seed: $0, devices: devices) } }

  @Test(arguments: StoreUnderTest.all, walks)
  func `A random walk has the same results as the model`(
    store: StoreUnderTest,
    walk: (seed: UInt64, devices: Int)
  ) async throws {
    let (seed, devices) = walk
    print("The walk of \(store) with \(devices) devices has the seed \(seed).")
    // scripts/test --walk N sets the length.
    let steps = ProcessInfo.processInfo.environment["MONIKER_TEST_WALK"].flatMap { Int($0) } ?? 300
    try await RandomWalk(seed: seed, steps: steps, devices: devices, for: store).check(store)
  }
}
