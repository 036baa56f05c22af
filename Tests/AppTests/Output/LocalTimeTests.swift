import Foundation
import MonikerDoubles
import Testing

@Suite struct `The times of a text` {
  private static let atTerminal = [
    "python3", "-c",
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
  ]

  /// The commands whose text has times.
  private static let commands = [
    ["status"], ["accounts", "list"], ["history"], ["store", "info"], ["login", "mina"],
    ["sessions", "show"],
  ]

  /// A time in a text: the moment to the minute, and its zone.
  private struct Shown: Hashable {
    let minute: Date
    let zone: String
  }

  private func times(in text: String) throws -> [Shown] {
    let form = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d(?:\.\d{3})?)? ?(UTC|Z|[-+]\d\d:\d\d)/
    return try text.matches(of: form).map { match in
      let zone = ["UTC", "Z"].contains(match.3) ? "Z" : String(match.3)
      let date = try Date("\(match.1)T\(match.2):00\(zone)", strategy: .iso8601)
      return Shown(minute: date, zone: String(match.3))
    }
  }

  @Test(
    arguments: StoreForm.kinds,
    [
      // Zones in the form of POSIX need no database of zones.
      (variable: "KST-9", zones: ["+09:00"]), ("<-0330>3:30", ["-03:30"]), ("UTC0", ["UTC", "Z"]),
      ("<+1245>-12:45", ["+12:45"]),
    ]
  )
  func `are in local time at a terminal, and in UTC elsewhere`(
    store: StoreForm,
    local: (variable: String, zones: [String])
  ) async throws {
    let sandbox = try Sandbox(store)
    let variables = ["TZ": local.variable]
    let login = ["login", "mina", "--expires-in", "1m"]
    try await sandbox.launch(["login", "hong"], variables: variables).run().expect(exit: 0)
    try await sandbox.launch(login, variables: variables).run().expect(exit: 0)
    let list = try await sandbox.moniker("sessions", "list", "--json").expect(exit: 0).document()
    let sessions = try #require(list["sessions"] as? [[String: Any]])
    let active = try #require(sessions.first { $0["active"] as? Bool == true })
    let id = try #require(active["sessionID"] as? String)
    for command in Self.commands {
      let words = command == ["sessions", "show"] ? command + [id] : command
      let piped = try await sandbox.launch(words, variables: variables).run()
      let launch = try sandbox.launch(words, variables: variables, through: Self.atTerminal)
      let shown = try await launch.run()
      let expected = try times(in: piped.outputText)
      let found = try times(in: shown.outputText)
      #expect(!expected.isEmpty, "\(words): \(piped)")
      #expect(expected.map(\.minute) == found.map(\.minute), "\(words): \(piped) \(shown)")
      #expect(Set(expected.map(\.zone)).isSubset(of: ["UTC", "Z"]), "\(words): \(piped)")
      #expect(Set(found.map(\.zone)).isSubset(of: local.zones), "\(words): \(shown)")
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `are accepted by --since as a terminal shows them`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let words = ["history", "--limit", "1"]
    let launch = try sandbox.launch(words, variables: ["TZ": "KST-9"], through: Self.atTerminal)
    let shown = try await launch.run().expect(exit: 0).outputText
    let time = try #require(shown.firstMatch(of: /\d{4}-\S+ \S+ \+09:00/)).0
    let since = try await sandbox.moniker("history", "--since", String(time)).expect(exit: 0)
    #expect(since.outputText.contains("signed in   mina"), "\(since)")
  }
}
