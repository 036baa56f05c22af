import ArgumentParser
import Foundation
import MonikerContract
import MonikerDoubles
import Testing

@testable import MonikerTool

/// `whoami` is parsed without the argument library in the forms that prompts and scripts use.
@Suite struct `A plain whoami` {
  private static let alphabet = [
    "whoami", "--json", "--quiet", "-q", "--no-input", "--no-color", "--store", "--as", "sqlite",
    "plist:a b", "길동", "", "-", "--", "--store=plist", "--help", "-qq", "status",
  ]

  /// - Returns: whether the words are plain, and the two parses were therefore compared.
  private func expectSame(_ words: [String], _ note: String = "") -> Bool {
    guard let plain = Whoami.plainOptions(in: words) else { return false }
    let parsed = try? MonikerCommand.parseAsRoot(words) as? Whoami
    #expect(parsed?.given == plain, "\(words) \(note)")
    return true
  }

  @Test func `is parsed as the library parses it`() {
    var comparedCount = 0
    for first in Self.alphabet {
      if expectSame(["whoami", first]) { comparedCount += 1 }
      for second in Self.alphabet where expectSame(["whoami", first, second]) { comparedCount += 1 }
    }
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let count = Int.random(in: 3...8, using: &random)
      let words = (0..<count).map { _ in Self.alphabet.randomElement(using: &random) ?? "" }
      if expectSame(["whoami"] + words, "seed \(seed)") { comparedCount += 1 }
    }
    #expect(comparedCount > 20)
  }

  @Test func `may have any of its options`() {
    let words = [
      "whoami", "--json", "--quiet", "--no-input", "--no-color", "--store", "plist:/w", "--as",
      "mina",
    ]
    let given = GivenOptions(
      store: "plist:/w",
      nickname: "mina",
      isJSON: true,
      isQuiet: true,
      isWithoutInput: true,
      isWithoutColor: true
    )
    #expect(Whoami.plainOptions(in: words) == given)
    #expect(Whoami.plainOptions(in: ["whoami"]) == GivenOptions())
    #expect(Whoami.plainOptions(in: ["whoami", "-q"]) == GivenOptions(isQuiet: true))
  }

  @Test(arguments: [
    [], [nil], ["status"], ["whoami", nil], ["whoami", "--store"], ["whoami", "--as", "-q"],
    ["whoami", "--as", "a", "--as", "b"], ["whoami", "--help"], ["whoami", "mina"],
    ["whoami", "--store", nil], ["--json", "whoami"],
  ])
  func `is no other command line`(words: [String?]) {
    #expect(Whoami.plainOptions(in: words) == nil)
  }

  @Test(arguments: StoreForm.kinds)
  func `creates no thread`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let trace = try TemporaryFolder()
    let log = trace.file("trace")
    let tracing = [
      "strace", "-f", "-qq", "-o", log, "-e", "trace=clone,clone3,write,vfork,fork",
    ]
    try await sandbox.moniker("whoami", through: tracing).expect(exit: 0, output: "mina\n")
    let calls = try String(contentsOfFile: log, encoding: .utf8)
    #expect(calls.contains("write("))
    #expect(!calls.contains("clone"), "\(calls)")
    // The trace does show the threads of a command that creates some.
    try await sandbox.moniker("status", through: tracing).expect(exit: 0)
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("clone"))
  }
}
