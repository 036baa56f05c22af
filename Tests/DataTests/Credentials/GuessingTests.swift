import MonikerContract
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

/// Attempts to get into an account of somebody else; the stress tests make them from eight processes.
@Suite struct `Somebody who guesses` {
  private static let attempts = 10_000

  private static func makeStore(_ kind: String, _ folder: TemporaryFolder) -> any SharedStore {
    // The IDs of different kinds must differ, and the clock stands still.
    let owner = StoreOwner.test(ManualClock(1_700_000_000_000))
    return kind == "memory"
      ? InMemoryRepository(owner: owner)
      : SQLiteRepository(path: folder.file("store.sqlite"), owner: owner)
  }

  @Test(arguments: ["memory", "SQLite"])
  func `never gets in, in 10,000 attempts of eight tasks at once`(kind: String) async throws {
    let seed = UInt64.random(in: .min ... .max)
    let folder = try TemporaryFolder()
    let store = Self.makeStore(kind, folder)
    let guessing = Guessing(seed: seed)
    try await guessing.prepare(store)
    let successes = try await withThrowingTaskGroup(of: Int.self) { group in
      for part in 0..<8 {
        group.addTask {
          try await guessing.attack(store, part: part, attempts: Self.attempts / 8)
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(successes == 0, "seed \(seed)")
    await #expect(throws: Never.self, "seed \(seed)") { try await guessing.check(store) }
  }
}
