import MonikerContract
import Testing

@Suite struct `The contract bites` {
  /// The laws that a faulty store breaks.
  private func brokenLaws(by fault: FaultyStore.Fault) async -> [String] {
    var broken: [String] = []
    for law in Contract.laws(for: FaultyStore.underTest(fault)) {
      do {
        try await law.check(FaultyStore.underTest(fault))
      } catch {
        broken.append(law.name)
      }
    }
    return broken
  }

  @Test func `A store without a fault breaks no law`() async throws {
    #expect(await brokenLaws(by: .none) == [])
    let store = FaultyStore.underTest(.none)
    try await RandomWalk(seed: 1, steps: 500, for: store).check(store)
  }

  @Test(
    arguments: [
      (.forgetsOnReopen, "What was acknowledged is there when the store is opened again"),
      (.checksThenWrites, "Of 100 claims on one nickname at once, one wins"),
      (.checksThenWrites, "Of 100 sign-ins under one nickname at once, one makes the account"),
      (.checksThenWrites, "Of 100 sign-ins under different nicknames at once, all are kept"),
      (
        .acknowledgesBeforeItWrites,
        "What was acknowledged is there when the store is opened again"
      ),
      (.acknowledgesBeforeItWrites, "Two stores on one place see each other's changes at once"),
      (.dropsEvents, "Each change is told by its events, in order, from 1 on"),
      (
        .dropsEvents,
        "The events of a removed account stay, marked, and are found by a nickname that it had"
      ),
      (
        .removesWhatHasEnded,
        "A session that ran out stays the active one, as ended, until its holder signs out"
      ),
      (
        .removesWhatHasEnded,
        "Sessions are listed in the order of opening, with the last that were ended"
      ),
    ] as [(FaultyStore.Fault, String)]
  )
  func `A faulty store breaks the law that forbids its fault`(
    fault: FaultyStore.Fault,
    law: String
  ) async throws {
    #expect(await brokenLaws(by: fault).contains(law))
  }

  @Test(arguments: [FaultyStore.Fault.forgetsOnReopen, .acknowledgesBeforeItWrites])
  func `A walk finds the fault, names its seed and shortens itself`(
    fault: FaultyStore.Fault
  ) async throws {
    let store = FaultyStore.underTest(fault)
    let broken = await #expect(throws: LawBroken.self) {
      try await RandomWalk(seed: 7, steps: 200, for: store).check(store)
    }
    let report = try #require(broken?.description)
    #expect(report.contains("seed 7"))
    #expect(report.contains("  1. "))
    // Something must be written, and the store opened again: two steps are enough.
    #expect(!report.contains("  3. "))
  }
}
