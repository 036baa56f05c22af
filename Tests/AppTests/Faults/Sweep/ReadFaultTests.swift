import Foundation
import MonikerDoubles
import Testing

extension StressTests {
  /// A file that cannot be read for a moment is not a damaged one, and nobody is signed out by it.
  @Suite struct `A read that fails` {
    private static let commands = [
      ["whoami"], ["status"], ["accounts", "list"], ["sessions", "list"], ["history"],
      ["store", "info"],
      ["store", "check"], ["store", "export", "-q", "export"],
      ["store", "backup", "backup"], ["store", "repair"], ["login", "hong"],
      ["profile", "show"],
    ]

    @Test(arguments: StoreForm.kinds, ["pread64", "read"])
    func `is reported as such, and changes nothing`(store: StoreForm, call: String) async throws {
      // The first reads are those of the header; SQLite's own follow.
      let limit = ProcessInfo.processInfo.environment["MONIKER_TEST_FAULTS"].flatMap { Int($0) }
      let ordinals = limit.map { Array(1...min($0, 60)) } ?? [1, 6, 14]
      for words in Self.commands {
        for ordinal in ordinals {
          let sandbox = try Sandbox(store)
          try await sandbox.moniker("login", "mina").expect(exit: 0)
          let before = try Data(contentsOf: URL(filePath: sandbox.file))
          let fault = [String].failing(call, with: "EIO", when: "\(ordinal)", on: sandbox.file)
          let ending = try await sandbox.launch(words, through: fault) {
            $0.folder = sandbox.home.path
          }.run()
          #expect(
            [.exited(0), .exited(74)].contains(ending.status),
            "\(call) \(ordinal): \(ending)"
          )
          if ending.status == .exited(74) || words.first == "store" {
            let after = try Data(contentsOf: URL(filePath: sandbox.file))
            #expect(after == before, "\(call) \(ordinal): \(words)")
          }
          if words == ["store", "check"], ending.status == .exited(0) {
            #expect(ending.outputText.contains("is sound"), "\(ending)")
          }
          try await sandbox.moniker("whoami")
            .expect(
              exit: 0,
              output: ending.status == .exited(0) && words.first == "login" ? "hong\n" : "mina\n"
            )
        }
      }
    }
  }
}
