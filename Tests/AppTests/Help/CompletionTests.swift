import Foundation
import MonikerDoubles
import Testing

@Suite struct `Completion` {
  @Test(arguments: [
    ("bash", "complete "), ("zsh", "#compdef moniker"), ("fish", "complete -c 'moniker'"),
  ])
  func `is generated for each shell`(shell: String, mark: String) async throws {
    let sandbox = try Sandbox()
    let script = try await sandbox.moniker("--generate-completion-script", shell)
      .expect(exit: 0, errors: "")
    #expect(script.outputText.contains(mark))
    for word in ["login", "logout", "whoami", "status", "rename", "store", "no-input"] {
      #expect(script.outputText.contains(word), "\(word)")
    }
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `is accepted by bash`() async throws {
    let sandbox = try Sandbox()
    let script = try await sandbox.moniker("--generate-completion-script", "bash").expect(exit: 0)
    try await sandbox.tool("bash", "-n", input: script.output)
      .expect(exit: 0, output: "", errors: "")
  }

  /// Another person may have chosen a nickname: its completion must not execute it.
  @Test(arguments: [
    "$(touch pwned)", "`touch pwned`", "O'Brien", "say \"hi\"", "a\\b", "x:y", "a;b", "two words",
    "*", "~", "길동 🏠", "<(touch pwned)", "!!", "-x",
  ])
  func `offers a nickname to bash unchanged, and executes nothing`(nickname: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "--", nickname).expect(exit: 0)
    let script = try await sandbox.moniker("--generate-completion-script", "bash").expect(exit: 0)
    let asking = """

      cd "$HOME"
      moniker() { "$0" "$@"; }
      COMP_WORDS=(moniker login "") COMP_CWORD=2 COMP_LINE="moniker login " COMP_POINT=14
      _moniker moniker "" login
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let ending = try await sandbox.launch(
      [],
      through: ["bash", "-c", script.outputText + asking]
    ).run()
    ending.expect(exit: 0)
    #expect(ending.outputText.split(separator: "\n").contains { $0 == nickname })
    #expect(!sandbox.home.contents.contains("pwned"))
  }

  @Test func `for an unknown shell ends with 64`() async throws {
    try await Sandbox().moniker("--generate-completion-script", "nosh").expect(exit: 64, output: "")
  }

  /// Requests completions as the generated scripts do.
  private static func names(
    _ sandbox: Sandbox,
    _ prefix: String,
    _ options: String...,
    store: String? = nil
  ) async throws -> [String] {
    let words = ["moniker", "login"] + options + [prefix]
    let index = String(words.count - 1)
    let launch = try sandbox.launch(
      ["---completion", "login", "--", "positional@0", index, "\(prefix.count)"] + words,
      variables: ["MONIKER_STORE": store]
    )
    let ending = try await launch.run().expect(exit: 0, errors: "")
    return ending.outputText.split(separator: "\n").map(String.init)
  }

  @Test func `offers the nicknames of the store`() async throws {
    let sandbox = try Sandbox()
    for name in ["gildong", "chunhyang", "길동", "gil"] {
      try await sandbox.moniker("login", name).expect(exit: 0)
    }
    #expect(try await Self.names(sandbox, "") == ["gildong", "chunhyang", "길동", "gil"])
    #expect(try await Self.names(sandbox, "gil") == ["gildong", "gil"])
    #expect(try await Self.names(sandbox, "nobody") == [])
  }

  @Test(arguments: ["show", "end"])
  func `offers the IDs of the sessions`(command: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    try await sandbox.moniker("login", "hong").expect(exit: 0)
    let document = try await sandbox.launch(["sessions", "list", "--json"]).run().document()
    let sessions = try #require(document["sessions"] as? [[String: Any]])
    let ids = sessions.compactMap { $0["sessionID"] as? String }
    let open = sessions.filter { $0["endedAt"] is NSNull }.compactMap { $0["sessionID"] as? String }
    func offered(_ prefix: String) async throws -> Set<String> {
      let words = ["moniker", "sessions", command, prefix]
      let asking = ["---completion", "sessions", command, "--", "positional@0", "3"]
      let ending = try await sandbox.launch(asking + ["\(prefix.count)"] + words).run()
      ending.expect(exit: 0, errors: "")
      return Set(ending.outputText.split(separator: "\n").map(String.init))
    }
    #expect(ids.count == 2 && open.count == 1)
    #expect(try await offered("") == Set(command == "end" ? open : ids))
    #expect(try await offered(String(open[0].prefix(8))) == Set(open))
    #expect(try await offered("zz") == [])
  }

  @Test(arguments: [["--store", "plist"], ["--store=plist"], ["--json", "--store=plist"]])
  func `uses the store that an earlier option names`(options: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "gildong", "--store", "plist").expect(exit: 0)
    let words = ["moniker", "login"] + options + [""]
    let ending = try await sandbox.launch(
      ["---completion", "login", "--", "positional@0", "\(words.count - 1)", "0"] + words
    ).run()
    ending.expect(exit: 0, errors: "")
    #expect(ending.outputText.split(separator: "\n") == ["gildong"])
    #expect(try await Self.names(sandbox, "", store: "plist") == ["gildong"])
    #expect(try await Self.names(sandbox, "") == [])
  }

  @Test func `prints nothing if the store fails, and creates nothing`() async throws {
    let sandbox = try Sandbox()
    #expect(try await Self.names(sandbox, "") == [])
    #expect(try await Self.names(sandbox, "", store: "floppy") == [])
    #expect(try await Self.names(sandbox, "", store: "sqlite:" + sandbox.home.path) == [])
    #expect(sandbox.home.contents.isEmpty)
  }
}
