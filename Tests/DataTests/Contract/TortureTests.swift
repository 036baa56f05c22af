import MonikerContract
import MonikerDomain
import Synchronization
import Testing

/// Tasks take the place of processes, so that faults can be made certain to occur.
@Suite struct `The torture of a store` {
  private final class Notes: Sendable {
    private let lines = Mutex("")

    var text: String { lines.withLock(\.self) }

    func add(_ line: String) { lines.withLock { $0 += line } }
  }

  /// A clock whose every reading is later than the one before, in any task.
  private final class Clock: Sendable {
    private let last = Mutex<UInt64>(0)

    func now() -> UInt64 {
      last.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private func check(_ store: StoreUnderTest, seed: UInt64 = 11) async throws -> TortureCheck {
    let place = try store.makePlace()
    let first = try await place.open()
    let clock = Clock()
    let notes = (0..<6).map { _ in Notes() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (process, own) in notes.enumerated() {
        let worker = TortureWorker(
          process: process,
          of: notes.count,
          seed: seed,
          open: { (try? await place.open()) ?? first },
          now: { clock.now() },
          note: { own.add($0) }
        )
        group.addTask { try await worker.run(0..<30) }
      }
      try await group.waitForAll()
    }
    let last = try await place.open()
    return await TortureCheck(notes: notes.map(\.text), store: last, seed: seed)
  }

  @Test func `finds an order of all acknowledged changes of a store without a fault`()
    async throws
  {
    let check = try await check(FaultyStore.underTest(.none))
    #expect(check.violation == nil, "\(check)")
    #expect(check.acknowledged == 180)
    #expect(check.explained == 180)
    #expect(check.events > 40)
    #expect(check.lost == 0)
  }

  @Test(
    arguments: [
      "loses one of two concurrent changes", "acknowledges a change before it is written",
      "loses its content when it is opened again", "removes ended sessions",
      "does not record expired sessions",
    ]
  )
  func `finds the fault of a faulty store`(fault name: String) async throws {
    let fault = try #require(Fault.named(name))
    let check = try await check(FaultyStore.underTest(fault))
    #expect(check.violation != nil, "\(check)")
  }
}
