import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

extension StressTests {
  @Suite struct `A process that is killed` {
    @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
    func `loses no acknowledged change`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      let seed = UInt64.random(in: 1 ... .max)
      var random = Seeded(state: seed)
      print("The seed of the kills of \(store.rawValue) is \(seed).")
      // The delays are drawn from the duration of a sign-in on this machine, so that kills hit any
      // point of it.
      let first = try await sandbox.moniker("login", "first") { $0.isGated = false }
      first.expect(exit: 0)
      var usual = first.duration

      var acknowledged: Set = ["first"]
      var killed = 0
      var number = 0
      while killed < 20 {
        number += 1
        let delay = usual * Double.random(in: 0...1.2, using: &random)
        let ending = try await sandbox.moniker("login", "k\(number)") {
          $0.isGated = false
          $0.killedAfter = delay
        }
        if ending.status == .killed(signal: 9) {
          killed += 1
          continue
        }
        ending.expect(exit: 0, errors: "")
        // Other tests start and end, which changes the duration of a sign-in.
        usual = ending.duration
        acknowledged.insert("k\(number)")
      }

      // A new process reads the file itself: this process could have cached an older state.
      try await sandbox.moniker("whoami").expect(exit: 0, errors: "")
      let kept = try await sandbox.repository.accounts().map(\.nickname.text)
      #expect(Set(kept).isSuperset(of: acknowledged), "seed \(seed)")
      #expect(Set(kept).count == kept.count, "seed \(seed)")
      if !store.isPropertyList {
        try await sandbox.tool("sqlite3", sandbox.file, "PRAGMA integrity_check")
          .expect(exit: 0, output: "ok\n", errors: "")
      }

      // The leftovers of the killed process block no other process, and are removed.
      try await sandbox.moniker("login", "last").expect(exit: 0, errors: "")
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)
      let file = (sandbox.file as NSString).lastPathComponent
      #expect(Set(names).isSubset(of: [file, file + ".lock"]), "\(names), seed \(seed)")
    }

    /// Marsaglia's xorshift64 ("Xorshift RNGs", 2003).
    private struct Seeded: RandomNumberGenerator {
      var state: UInt64

      mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
      }
    }
  }
}
