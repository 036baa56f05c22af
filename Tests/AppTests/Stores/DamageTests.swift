import Foundation
import Testing

extension StressTests {
  /// Damages a store's file with changed bytes, truncation, and overwritten blocks.
  @Suite struct `A damaged store` {
    /// The number of values tried for each byte, 0 for a sample; `scripts/test --damage N` sets it.
    private static let values =
      ProcessInfo.processInfo.environment["MONIKER_TEST_DAMAGE"].flatMap { Int($0) } ?? 0

    private func fixture(_ store: StoreForm) -> String {
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../DataTests/Fixtures/version-1/moniker.\(store.kind)")
        .standardizedFileURL.path()
    }

    @Test(arguments: StoreForm.kinds)
    func `is refused or answers, and is never written; no command crashes or hangs`(
      store: StoreForm
    ) async throws {
      let seed = UInt64.random(in: 1..<1_000_000_000)
      let ending = try await Sandbox().stress(
        "damage",
        "--store",
        store.kind,
        "--fixture",
        fixture(store),
        "--values",
        "\(Self.values)",
        "--sample",
        "60",
        "--seed",
        "\(seed)",
        within: .seconds(7_200)
      )
      // The counts, the seed, and the violations.
      print(ending.outputText)
      ending.expect(exit: 0)
    }

    /// The first bytes, the size of a page, the version, the application ID, and any byte.
    @Test(arguments: [3, 16, 60, 68, nil] as [Int?])
    func `is repaired without a loss if one bit of its first page is changed`(
      place: Int?
    ) async throws {
      let sandbox = try Sandbox(.sqlite)
      try await sandbox.moniker("login", "mina").expect(exit: 0)
      let place = place ?? Int.random(in: 100..<4_096)
      let bit = Int.random(in: 0..<8)
      var bytes = try Data(contentsOf: URL(filePath: sandbox.file))
      bytes[place] ^= 1 << bit
      try bytes.write(to: URL(filePath: sandbox.file))
      for words in [["whoami"], ["login", "hong"]] {
        let refused = try await sandbox.launch(words).run()
        #expect(refused.status == .exited(65), "byte \(place), bit \(bit): \(refused)")
      }
      let repair = try await sandbox.moniker("store", "repair").expect(exit: 0)
      #expect(repair.outputText.contains("Nothing was lost."), "byte \(place), bit \(bit)")
      try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
      try await sandbox.moniker("store", "check").expect(exit: 0)
    }

    @Test(arguments: StoreForm.kinds)
    func `is reported by every command, with its path and the next step`(
      store: StoreForm
    ) async throws {
      let whole = try Data(contentsOf: URL(filePath: fixture(store)))
      for place in [0, min(4_096, whole.count / 2), whole.count - 10] {
        let sandbox = try Sandbox(store)
        try FileManager.default.createDirectory(
          atPath: sandbox.folder,
          withIntermediateDirectories: true
        )
        // Zeros from there to the end, behind the first page at the latest, or a truncated file.
        var bytes = whole
        if place == whole.count - 10 {
          bytes.removeLast(10)
        } else {
          bytes.replaceSubrange(place..., with: Data(count: whole.count - place))
        }
        try bytes.write(to: URL(filePath: sandbox.file))
        let before = try sandbox.snapshot()
        for words in [
          ["whoami"], ["status"], ["sessions", "list"], ["history"], ["accounts", "list"],
          ["login", "mina"], ["rename", "nina"], ["logout"],
          ["profile", "show"], ["profile", "edit", "--title", "t"],
        ] {
          let ending = try await sandbox.launch(words).run().expect(exit: 65, output: "")
          #expect(ending.errorText.contains(sandbox.file), "\(words): \(ending)")
          #expect(ending.errorText.contains("moniker store restore"), "\(words): \(ending)")
          #expect(try sandbox.snapshot() == before, "\(words) at \(place)")
        }
      }
    }
  }
}
