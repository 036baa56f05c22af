import Foundation
import MonikerDoubles
import Testing

/// Stored text, file names and variables may contain characters that a terminal obeys or does not
/// show.
@Suite struct `Control and hidden characters` {
  /// A direction override, a zero-width space, an isolate, a mark, a byte order mark and a tag.
  private static let hidden = "a\u{202E}b\u{200B}c\u{2066}\u{200F}\u{FEFF}\u{E0041}d"

  /// A colour, a bell, a title, the C1 form of an escape, a carriage return and a line separator.
  private static let controls = "e\u{1B}[31m\u{7}\u{1B}]0;t\u{9B}1m\r\u{85}\u{2028}f\u{202E}"

  private static let text: [[String]] = [
    ["status"], ["accounts", "list"], ["sessions", "list"], ["history"], ["login", "mina"],
    ["login", "hong"], ["switch", "mina"], ["switch"], ["sessions", "end", "--others"],
    ["accounts", "add", "mina"], ["accounts", "remove", "hong"], ["whoami", "--as", "hong"],
    ["rename", "hong"], ["sessions", "show", "zz"], ["logout"],
  ]

  /// Returns the code points among the bytes that must not reach a terminal.
  private func raw(in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { scalar in
      guard scalar != "\n" else { return false }
      return switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{FFFD}"
      }
    }.map { "U+" + String($0.value, radix: 16) }
  }

  private func expectNothingRaw(
    in ending: Ending,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(raw(in: ending.output) == [], "\(ending)", sourceLocation: sourceLocation)
    #expect(raw(in: ending.errors) == [], "\(ending)", sourceLocation: sourceLocation)
  }

  /// Makes a store in which `hong` is active, and another account's nickname and all hosts and
  /// terminals are `name`, with no checksum that reveals the change.
  private func sandbox(_ store: StoreForm, holding name: String) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    for name in ["mina", "hong", "victim"] {
      try await sandbox.moniker("login", name).expect(exit: 0)
    }
    let script: String
    if store.isPropertyList {
      script =
        propertyListChecksumScript + """
          root = plistlib.load(open(sys.argv[1], "rb"))
          for account in root["accounts"]:
              if account["nickname"] == "victim": account["nickname"] = name
          for session in root["sessions"]: session["host"] = session["terminal"] = name
          root["events"] = root["events"].replace("victim", name)
          for key in ["eventsChecksum", "checksum"]: root[key] = checksum(root, key)
          plistlib.dump(root, open(sys.argv[1], "wb"), fmt=plistlib.FMT_BINARY)
          """
    } else {
      script = """
        import sqlite3
        store = sqlite3.connect(sys.argv[1])
        store.execute("UPDATE account SET nickname = ? WHERE nickname = 'victim'", (name,))
        store.execute("UPDATE session SET host = ?, terminal = ?", (name, name))
        store.execute("UPDATE event SET host = ?, terminal = ?", (name, name))
        store.execute("UPDATE event SET nickname = ? WHERE nickname = 'victim'", (name,))
        store.commit()
        store.close()
        with open(sys.argv[1], "r+b") as file:
            pages = file.seek(0, 2) // 4096
            for page in range(1, pages + 1):
                # What stands for no checksum.
                file.seek(page * 4096 - 8)
                file.write(b"unsummed")
        """
    }
    let name = name.unicodeScalars.map { String($0.value) }.joined(separator: ",")
    let prelude = "import sys\nname = ''.join(map(chr, [\(name)]))\n"
    try await sandbox.tool("python3", "-c", prelude + script, sandbox.file)
      .expect(exit: 0, errors: "")
    return sandbox
  }

  @Test(arguments: StoreForm.kinds)
  func `are escaped in every text output of a stored name`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store, holding: Self.hidden)
    var shown = 0
    for command in Self.text {
      let ending = try await sandbox.launch(command).run()
      expectNothingRaw(in: ending)
      if (ending.outputText + ending.errorText).contains("a<U+202E>b<U+200B>c") { shown += 1 }
    }
    // Most of the commands show the name.
    #expect(shown >= 6)
    let other = try await self.sandbox(store, holding: Self.hidden)
    let renaming = try await other.moniker("rename", "nina").expect(exit: 0)
    expectNothingRaw(in: renaming)
    #expect(renaming.outputText.hasPrefix("a<U+202E>b<U+200B>c"), "\(renaming)")
    try await other.profile("edit", "--title", Self.hidden, "--description", Self.hidden)
      .expect(exit: 0)
    let profile = try await other.profile("show").expect(exit: 0)
    expectNothingRaw(in: profile)
    #expect(profile.outputText.ranges(of: "a<U+202E>b<U+200B>c").count == 2, "\(profile)")
  }

  @Test(arguments: StoreForm.kinds)
  func `are escaped in JSON without changing its meaning`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store, holding: Self.hidden)
    for command in Self.text + [["whoami"]] {
      expectNothingRaw(in: try await sandbox.launch(command + ["--json"]).run())
    }
    let list = try await sandbox.moniker("accounts", "list", "--json").expect(exit: 0).document()
    let accounts = try #require(list["accounts"] as? [[String: Any]])
    let names = accounts.compactMap { ($0["nickname"] as? String)?.unicodeScalars.map(\.value) }
    #expect(names.contains(Self.hidden.unicodeScalars.map(\.value)))
  }

  @Test(arguments: StoreForm.kinds)
  func `are kept by whoami in a pipe, and escaped on a terminal`(
    store: StoreForm
  ) async throws {
    let sandbox = try await sandbox(store, holding: Self.hidden)
    try await sandbox.moniker("whoami").expect(exit: 0, output: Self.hidden + "\n", errors: "")
    let atTerminal = [
      "python3", "-c",
      "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
    ]
    let whoami = try await sandbox.moniker("whoami", through: atTerminal)
    whoami.expect(
      exit: 0,
      output: "a<U+202E>b<U+200B>c<U+2066><U+200F><U+FEFF><U+E0041>d\r\n",
      errors: ""
    )
  }

  /// A proposed command leads to the same name in a shell.
  @Test(arguments: StoreForm.kinds)
  func `are quoted for the shell in proposed commands`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store, holding: Self.hidden)
    try await sandbox.moniker("sessions", "end", "--this").expect(exit: 0)
    let whoami = try await sandbox.moniker("whoami").expect(exit: 5)
    let command = try #require(whoami.errorText.split(separator: sandbox.proposed("login")).last)
    let printf = "printf %s " + command
    try await sandbox.tool("bash", "-c", printf).expect(exit: 0, output: Self.hidden, errors: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `are excluded from completion candidates`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store, holding: Self.hidden)
    var launch = try sandbox.launch([])
    launch.variables["MONIKER_STORE"] = store.isPropertyList ? "plist" : "sqlite"
    launch.words += [
      "---completion", "login", "--", "positional@0", "2", "0", "moniker", "login", "",
    ]
    let candidates = try await launch.run().expect(exit: 0, errors: "")
    #expect(candidates.outputText.split(separator: "\n").sorted() == ["hong", "mina"])
  }

  @Test(arguments: StoreForm.kinds)
  func `that break a line make a store damaged`(store: StoreForm) async throws {
    for name in [Self.controls, "a\u{1B}[2J", "a\nb", "a\u{2028}b", "a\u{9B}31m"] {
      let sandbox = try await sandbox(store, holding: name)
      for command in [["whoami"], ["status"], ["accounts", "list"], ["watch"], ["login", "mina"]] {
        let text = try await sandbox.launch(command).run().expect(exit: 65, output: "")
        expectNothingRaw(in: text)
        let json = try await sandbox.launch(command + ["--json"]).run().expect(exit: 65)
        expectNothingRaw(in: json)
        #expect(try json.error().code == "storeDamaged")
      }
    }
  }

  /// A line feed in a nickname or a path must not begin a line of an answer.
  @Test func `do not break a line of an error`() async throws {
    let sandbox = try Sandbox(.sqlite)
    let folder = sandbox.home.file("a\nforged")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data("as = mina\n".utf8).write(to: URL(filePath: folder + "/.moniker"))
    for words in [["login", "hong"], ["switch", "hong"], ["logout"]] {
      let byVariable = try sandbox.launch(words, variables: ["MONIKER_AS": "mina\nforged"])
      let byFile = try sandbox.launch(words) { $0.folder = folder }
      // A nickname with a control character is none; a folder may have one.
      for (launch, status) in [(byVariable, 78), (byFile, 6)] as [(Launch, Int32)] {
        let ending = try await launch.run().expect(exit: status, output: "")
        #expect(ending.errorText.split(separator: "\n").count == 1, "\(ending)")
      }
    }
  }

  @Test(arguments: [hidden, controls])
  func `are escaped in file names and in values of variables`(text: String) async throws {
    let sandbox = try Sandbox(.sqliteAtPath)
    let folder = sandbox.home.file(text)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data("no store".utf8).write(to: URL(filePath: folder + "/damaged"))
    let attempts: [(words: [String], variables: [String: String?])] = [
      (["whoami", "--store", text], [:]),
      (["whoami", "--store", "sqlite:" + folder], [:]),
      (["whoami", "--store", "plist:\(folder)/damaged"], [:]),
      (["login", "--store", "sqlite:\(folder)/damaged", "mina"], [:]),
      (["status"], ["MONIKER_STORE": "plist:\(folder)/new"]),
      (["status"], ["MONIKER_STORE": text]),
      (["status"], ["MONIKER_HOME": folder, "MONIKER_AS": text]),
      (["login", "mina"], ["MONIKER_HOME": folder + "/damaged"]),
      (["login", "mina"], ["MONIKER_HOME": text]),
      (["login", "mina"], ["MONIKER_EXPIRES_IN": text]),
      (["store", "limit", text], [:]),
      (["history", "--account", text], [:]), (["sessions", "show", text], [:]),
      (["whoami", text], [:]), (["whoami", "--\(text)"], [:]), (["use", text], [:]),
      (["whoami", "--as", text], [:]), (["nickname", "check", text], [:]), (["login", text], [:]),
    ]
    for (words, variables) in attempts {
      for option in [[], ["--json"]] {
        var launch = try sandbox.launch([], variables: variables)
        launch.words += words + option
        let ending = try await launch.run()
        expectNothingRaw(in: ending)
        #expect(ending.output.count + ending.errors.count > 0, "\(words)")
      }
    }
    // A project file in a folder with such a name.
    try Data("nonsense\n".utf8).write(to: URL(filePath: folder + "/.moniker"))
    for words in [["whoami"], ["whoami", "--json"], ["status"], ["use", "mina"], ["whoami"]] {
      let ending = try await sandbox.launch(words) { $0.folder = folder }.run()
      expectNothingRaw(in: ending)
    }
  }
}
