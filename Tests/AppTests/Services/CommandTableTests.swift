import ArgumentParser
import Foundation
import MonikerDoubles
import MonikerTestServer
import Testing

@testable import MonikerTool

/// Every command on every kind of store: the same answers, but for what the table names.
@Suite(.timeLimit(.minutes(10))) struct `Every command` {
  /// One command of the story.
  struct Row: Sendable {
    let words: [String]

    /// The exit status on a store that is this machine's own.
    var exit: Int32 = 0

    /// What a service does otherwise.
    var onService = Difference.none

    /// Whether the answer is the same each time.
    var isFixed = true

    /// Whether the reader of the answer is gone at the start.
    var isUnread = false

    init(
      _ words: String...,
      exit: Int32 = 0,
      onService: Difference = .none,
      isFixed: Bool = true,
      isUnread: Bool = false
    ) {
      self.words = words
      self.exit = exit
      self.onService = onService
      self.isFixed = isFixed
      self.isUnread = isUnread
    }
  }

  /// What differs on a service.
  enum Difference: Sendable {
    case none

    /// Further words, and what is said beside the same answer.
    case further([String], saying: String)

    /// Another exit status, and a part of what is said.
    case exit(Int32, saying: String)

    /// Another answer, of which this is a part, to further words.
    case answer(String, to: [String] = [])
  }

  private static func key(_ name: String) -> Difference {
    .further(
      ["--recovery-key-file", "\(name).key"],
      saying: "notice: The recovery key of \(name) is in the file \(name).key.\n"
    )
  }

  private static let whole = Difference.exit(64, saying: "moniker-server store")

  /// The commands in the order of a story, in which each finds what the ones before it have left.
  static let table = [
    Row("whoami", exit: 4),
    Row("status", exit: 4),
    Row("status", "--json", exit: 4),
    Row("accounts"),
    Row("sessions"),
    Row("history"),
    Row("logout"),
    Row("login", exit: 64),
    Row("login", "gildong", onService: key("gildong")),
    Row("login", "gildong"),
    Row("login", "gildong", "--expires-in", "8h"),
    Row("login", "--json", "gildong"),
    Row("login", "a\u{200B}b", exit: 65),
    Row("login", "moniker", exit: 65),
    Row("login", "gildonɡ", exit: 6),
    Row("login", "gildong", "--expires-in", "never", exit: 64),
    Row("whoami"),
    Row("whoami", "--json"),
    Row("whoami", "--as", "mina", exit: 4),
    Row(
      "whoami",
      "--offline",
      onService: .further(
        [],
        saying: "notice: The service was not asked. That is as of TIME, AGO.\n"
      )
    ),
    Row("status"),
    Row("status", "--json"),
    Row("rename", "hong"),
    Row("rename", "hong"),
    Row("rename", "a\u{202E}b", exit: 65),
    Row("login", "mina", "--sliding", "--expires-in", "1h", onService: key("mina")),
    Row("rename", "HONG", exit: 6),
    Row("accounts"),
    Row("accounts", "list", "--names"),
    Row("accounts", "list", "--json"),
    Row("switch", "hong"),
    Row("switch", "hong"),
    Row("switch"),
    Row("switch", "-"),
    Row("switch", "nobody", exit: 7),
    Row("use", "mina"),
    Row("whoami"),
    Row("logout", exit: 6),
    Row("use", "--remove"),
    Row("profile", "edit", "--title", "Reads logs", "--picture", "7k3f9mxa"),
    Row("profile", "edit", "--title", "Reads logs"),
    Row("profile", "show"),
    Row("profile", "show", "--json"),
    Row("profile", "show", "--as", "nobody", exit: 4),
    Row("photos", "list", isFixed: false),
    Row("photos", "show", "7k3f9mxa"),
    Row("photos", "show", "???", exit: 7),
    Row("photos", "save", "7k3f9mxa", "picture.svg"),
    Row("sessions"),
    Row("sessions", "list", "--json"),
    Row("sessions", "show", "zz", exit: 7),
    Row("history"),
    Row("history", "--json"),
    Row("history", "--account", "mina"),
    Row("history", "--account", "nobody", exit: 7),
    Row("nickname", "check", "ab"),
    Row("watch", isUnread: true),
    Row("sessions", "end", "--other-devices"),
    Row("sessions", "end", "--others"),
    Row("sessions", "end", "zz", exit: 7),
    // A device sees the accounts that are signed in on it.
    Row("sessions", onService: .answer("hong")),
    Row(
      "accounts",
      "add",
      "sori",
      onService: .exit(64, saying: "only when somebody signs in")
    ),
    Row("accounts", "remove", "nobody", "--confirm", "nobody", exit: 7),
    Row("accounts", "remove", "hong", exit: 64),
    Row(
      "accounts",
      "remove",
      "hong",
      "--confirm",
      "hong",
      onService: .answer(
        "The account hong is removed, and signed out.",
        to: ["--recovery-key-file", "gildong.key"]
      )
    ),
    Row("whoami", exit: 4),
    Row("login", "choi", onService: key("choi")),
    Row(
      "link",
      "BCDF-GHJK",
      exit: 64,
      onService: .exit(7, saying: "There is no request of a device")
    ),
    Row("token", "list", exit: 64, onService: .answer("choi has no identity tokens.")),
    Row("token", "make", "--label", "ci", exit: 64, onService: .answer("mni_")),
    Row("token", "revoke", "zz", exit: 64, onService: .exit(7, saying: "No identity token")),
    Row("devices", "list", exit: 64, onService: .answer("* ")),
    Row("devices", "forget", "zz", exit: 64, onService: .exit(7, saying: "No device")),
    Row("recovery-key", exit: 64, onService: .exit(64, saying: "--new-key-file")),
    Row("store", "info", onService: whole),
    Row("store", "check", onService: whole),
    Row("store", "backup", "backup", onService: whole),
    Row("store", "export", "export.jsonl", onService: whole),
    Row("store", "import", "export.jsonl", exit: 6, onService: whole),
    Row("store", "limit", "50", onService: whole),
    Row("store", "repair", onService: whole),
    Row("store", "restore", "backup", onService: whole),
    Row("store", "copy", "--from", "memory", "--to", "sqlite:copy"),
    Row("sessions", "end", "--all"),
    Row("whoami", exit: 5),
    Row("logout"),
    Row("whoami", exit: 4),
    Row("whoami", "--offline", exit: 4, onService: .exit(4, saying: "That is as of")),
    Row("status", exit: 4),
  ]

  /// The leaves of the command line.
  private static func leaves(
    _ command: any ParsableCommand.Type,
    _ path: [String] = []
  ) -> [[String]] {
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty else { return [path] }
    return subcommands.flatMap { leaves($0, path + [$0._commandName]) }
  }

  @Test func `is in the table`() {
    let known = Self.table.map(\.words)
    let group = Set(["accounts", "sessions", "profile", "token", "devices", "photos"])
    for leaf in Self.leaves(MonikerCommand.self) {
      let isDefault = leaf.last == "list" && group.contains(leaf[0])
      let isThere = known.contains { $0.starts(with: leaf) || isDefault && $0.first == leaf[0] }
      #expect(isThere, "\(leaf.joined(separator: " "))")
    }
  }

  @Test func `answers the same on each kind of store, but for what the table names`() async throws {
    let server = try await TestServer.started()
    let reference = try Place(store: "sqlite")
    let others = [try Place(store: "plist"), try Place(store: server.address)]
    for (number, row) in Self.table.enumerated() {
      let expected = try await reference.run(row)
      #expect(expected.status == .exited(row.exit), "\(number) \(row.words): \(expected)")
      for place in others {
        try await place.check(row, beside: expected, of: reference, number)
      }
    }
  }

  /// A home whose store is named by the variable.
  private struct Place {
    let sandbox: Sandbox
    let store: String
    var isService: Bool { store.hasPrefix("http") }

    init(store: String) throws {
      sandbox = try Sandbox()
      self.store = store
    }

    func run(_ row: Row) async throws -> Ending {
      var words = row.words
      if isService {
        switch row.onService {
        case .further(let more, _), .answer(_, let more): words += more
        case .none, .exit: break
        }
      }
      var launch = Launch(
        words: [sandbox.program] + words,
        variables: [
          "HOME": sandbox.home.path, "MONIKER_STORE": store, "TZ": "UTC", "PATH": "/usr/bin:/bin",
        ]
      )
      launch.folder = sandbox.home.path
      if row.isUnread { launch.output = .closedPipe }
      return try await launch.run()
    }

    func check(
      _ row: Row,
      beside expected: Ending,
      of reference: Place,
      _ number: Int
    ) async throws {
      let ending = try await run(row)
      let what: Comment = "\(number) \(row.words) on \(store): \(ending), on sqlite: \(expected)"
      let answer = plain(ending.outputText)
      var errors = plain(ending.errorText)
      var exit = row.exit
      if isService {
        switch row.onService {
        case .none: break
        case .further(_, let saying):
          #expect(errors.hasPrefix(saying), what)
          errors = String(errors.dropFirst(saying.count))
        case .exit(let status, let saying):
          #expect(ending.status == .exited(status), what)
          return #expect(errors.contains(saying), what)
        case .answer(let part, _):
          #expect(ending.status == .exited(0), what)
          return #expect(answer.contains(part), what)
        }
      }
      #expect(ending.status == .exited(exit), what)
      exit = 0
      if row.isFixed { #expect(answer == reference.plain(expected.outputText), what) }
      #expect(errors == reference.plain(expected.errorText), what)
    }

    /// A text without what differs from home to home: paths, IDs, times, origins, the kind of store.
    func plain(_ text: String) -> String {
      text.replacing(sandbox.home.path, with: "HOME")
        .replacing(/moniker\.(sqlite|plist)/, with: "STORE")
        .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
        .replacing(/[0-9]{8}T[0-9]{9}Z/, with: "TIME")
        .replacing(/Size:.*\n/, with: "")
        .replacing(/\b[0-9a-f]{8}\b/, with: "ID")
        .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.]+(Z| UTC)?/, with: "TIME")
        .replacing(/\bnow\b|[0-9]+ (s|min) ago|in [0-9]+ [a-z]+( [0-9]+ [a-z]+)?/, with: "AGO")
        .replacing(/"(host|terminal)":("[^"]*"|null)/, with: "ORIGIN")
        .replacing(/\ \([^()]*\)(?=\n|$)/, with: "")
        .replacing(/Store: .*\n/, with: "")
        .replacing(/"(value|source|location|kind|path)":("[^"]*"|null)/, with: "STORE")
        .replacing(/\ +/, with: " ")
    }
  }
}
