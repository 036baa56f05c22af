import Foundation
import MonikerContract
import MonikerDoubles
import Testing

extension StressTests {
  /// Commands that make or replace a store, two at a time.
  ///
  /// Each of the two happens as a whole, or is refused as busy: the exit statuses and the content
  /// are those of one order of those that were not refused as busy.
  @Suite struct `Two simultaneous commands` {
    /// A command on the store `$store` in a folder with the exports `hong.jsonl` and `nina.jsonl`,
    /// the store `$other` and its backup `backup`.
    private static let commands = [
      "login zoe --store $store",
      "store import hong.jsonl --store $store",
      "store import nina.jsonl --merge --store $store",
      "store copy --from $other --to $store",
      "store copy --from $other --to $store --merge",
      "store backup target --store $other",
      "store backup target --force --store $other",
      "store restore backup --store $store",
      "store repair --store $store",
      "logout --store $store",
    ]

    private struct Outcome: Hashable, CustomStringConvertible {
      var statuses: [Int32]
      let accounts: String
      var description: String { "\(statuses): \(accounts)" }
    }

    /// A home with everything that the commands name; `target` is the store of the test.
    private func home(_ kind: String, isMade: Bool) async throws -> Sandbox {
      let sandbox = try Sandbox()
      let script = """
        set -e
        for name in hong nina; do
          "$0" login $name --store \(kind):$name
          "$0" store export $name.jsonl --store \(kind):$name
        done
        "$0" login olga --store \(kind):other
        "$0" store backup backup --store \(kind):other
        \(isMade ? "\"$0\" login mina --store \(kind):target" : "")
        """
      try await sandbox.launch([], through: .shell(script)) { $0.folder = sandbox.home.path }
        .run().expect(exit: 0)
      return sandbox
    }

    private func words(_ command: String, _ kind: String) -> String {
      command.replacing("$store", with: "\(kind):target")
        .replacing("$other", with: "\(kind):other")
    }

    /// Runs a shell script whose output is the exit statuses, and adds the content of the store.
    private func outcome(of script: String, _ kind: String, in sandbox: Sandbox) async throws
      -> Outcome
    {
      let ran = try await sandbox.launch([], through: .shell(script)) {
        $0.folder = sandbox.home.path
        $0.isGated = false
      }.run()
      let statuses = ran.outputText.split(separator: "\n").compactMap { Int32($0) }
      let target = "\(kind):\(sandbox.home.path)/target"
      let check = try await sandbox.moniker("store", "check", "--store", target)
      #expect([.exited(0), .exited(69)].contains(check.status), "\(script)\n\(check)\n\(ran)")
      let accounts = try await sandbox.moniker("accounts", "list", "--json", "--store", target)
      let list = try accounts.document()["accounts"] as? [[String: Any]] ?? []
      let names = list.map { "\($0["nickname"] ?? "?") \($0["signedIn"] ?? "?")" }
      return Outcome(statuses: statuses, accounts: names.sorted().joined(separator: ", "))
    }

    /// The outcome of commands that run one after another.
    private func outcome(of commands: [String], _ kind: String, isMade: Bool) async throws
      -> Outcome
    {
      let script = commands.map { "\"$0\" \(words($0, kind)) >&2; echo $?" }
      return try await outcome(
        of: script.joined(separator: "\n"),
        kind,
        in: try await home(kind, isMade: isMade)
      )
    }

    /// Exit status 75 says that the store was held for 5 seconds.
    @Test(
      arguments: ["sqlite", "plist"],
      ["store restore backup --store $store", "store backup target --force --store $other"]
    )
    func `both succeed, unless one has waited for five seconds`(kind: String, command: String)
      async throws
    {
      let sandbox = try await home(kind, isMade: true)
      let launch = try sandbox.launch(words(command, kind).split(separator: " ").map { String($0) })
      {
        $0.folder = sandbox.home.path
      }
      for _ in 0..<5 {
        try await withThrowingTaskGroup { group in
          for _ in 0..<2 { group.addTask { try await launch.run() } }
          for try await ending in group where ending.duration < .seconds(5) {
            ending.expect(exit: 0)
          }
        }
      }
    }

    @Test(arguments: ["sqlite", "plist"], [false, true])
    func `happen one after the other`(kind: String, isMade: Bool) async throws {
      let rounds = Int(ProcessInfo.processInfo.environment["MONIKER_TEST_PAIRS"] ?? "")
      let seed = UInt64.random(in: .min ... .max)
      var random = SeededGenerator(seed: seed)
      var pairs: [(String, String)] = []
      for (place, first) in Self.commands.enumerated() {
        for second in Self.commands[place...] { pairs.append((first, second)) }
      }
      // The default is a part of the pairs, another one in each run.
      if rounds == nil { pairs = Array(pairs.shuffled(using: &random).prefix(2)) }
      for (first, second) in pairs {
        let both = try await outcome(of: [first, second], kind, isMade: isMade)
        var reversed = try await outcome(of: [second, first], kind, isMade: isMade)
        reversed.statuses.reverse()
        let alone = try await outcome(of: [first], kind, isMade: isMade)
        let other = try await outcome(of: [second], kind, isMade: isMade)
        let allowed: Set = [
          both, reversed,
          Outcome(statuses: alone.statuses + [75], accounts: alone.accounts),
          Outcome(statuses: [75] + other.statuses, accounts: other.accounts),
        ]
        for _ in 0..<(rounds ?? 2) {
          let script = """
            "$0" \(words(first, kind)) >&2 & one=$!
            "$0" \(words(second, kind)) >&2 & two=$!
            wait $one; echo $?
            wait $two; echo $?
            """
          let sandbox = try await home(kind, isMade: isMade)
          let found = try await outcome(of: script, kind, in: sandbox)
          #expect(
            allowed.contains(found),
            "\(first) | \(second): \(found), not one of \(allowed), seed \(seed)"
          )
          let left = sandbox.home.contents.filter { $0.contains("staging") || $0.contains("new") }
          #expect(left == [], "\(first) | \(second)")
        }
      }
    }
  }
}
