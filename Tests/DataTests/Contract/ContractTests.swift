import Foundation
import MonikerContract
import Testing

// A law that waits for what never comes is broken, too.
@Suite(.timeLimit(.minutes(5))) struct `The contract` {
  static let cases = StoreUnderTest.all.flatMap { store in
    Contract.laws(for: store).map { (store, $0) }
  }

  @Test(arguments: cases)
  func `Every store obeys every law`(store: StoreUnderTest, law: Law) async throws {
    try await law.check(store)
  }

  @Test(arguments: StoreUnderTest.all)
  func `A random walk gives what the model gives`(store: StoreUnderTest) async throws {
    // scripts/test --walk N sets the length; the seed of a failure is in its message.
    let steps = ProcessInfo.processInfo.environment["MONIKER_TEST_WALK"].flatMap { Int($0) } ?? 300
    for seed in [1, UInt64.random(in: 2...UInt64.max)] {
      try await RandomWalk(seed: seed, steps: steps, for: store).check(store)
    }
  }
}
