import Foundation
import MonikerContract
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

  /// Three fixed seeds, and a random one.
  static let seeds = [1, 2, 3, UInt64.random(in: 4...UInt64.max)]

  @Test(arguments: StoreUnderTest.all, seeds)
  func `A random walk has the same results as the model`(store: StoreUnderTest, seed: UInt64)
    async throws
  {
    print("The walk of \(store) has the seed \(seed).")
    // scripts/test --walk N sets the length.
    let steps = ProcessInfo.processInfo.environment["MONIKER_TEST_WALK"].flatMap { Int($0) } ?? 300
    try await RandomWalk(seed: seed, steps: steps, for: store).check(store)
  }
}
