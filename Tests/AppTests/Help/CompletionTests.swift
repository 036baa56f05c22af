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

  /// A nickname is text that somebody else may have chosen: to complete it must not run it.
  @Test(arguments: [
    "$(touch pwned)", "`touch pwned`", "O'Brien", "say \"hi\"", "a\\b", "x:y", "a;b", "two words",
    "*", "~", "길동 🏠", "<(touch pwned)", "!!", "-x",
  ])
  func `offers a nickname to bash as it is, and runs nothing`(nickname: String) async throws {
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

  @Test func `for a shell that is not known ends with 64`() async throws {
    try await Sandbox().moniker("--generate-completion-script", "nosh").expect(exit: 64, output: "")
  }

  /// Asks as the generated scripts do.
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

  @Test func `knows the nicknames of the store`() async throws {
    let sandbox = try Sandbox()
    for name in ["gildong", "chunhyang", "길동", "gil"] {
      try await sandbox.moniker("login", name).expect(exit: 0)
    }
    #expect(try await Self.names(sandbox, "") == ["gildong", "chunhyang", "길동", "gil"])
    #expect(try await Self.names(sandbox, "gil") == ["gildong", "gil"])
    #expect(try await Self.names(sandbox, "nobody") == [])
  }

  @Test(arguments: [["--store", "plist"], ["--store=plist"], ["--json", "--store=plist"]])
  func `asks the store that was named before`(options: [String]) async throws {
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

  @Test func `is silent where the store fails, and makes nothing`() async throws {
    let sandbox = try Sandbox()
    #expect(try await Self.names(sandbox, "") == [])
    #expect(try await Self.names(sandbox, "", store: "floppy") == [])
    #expect(try await Self.names(sandbox, "", store: "sqlite:" + sandbox.home.path) == [])
    #expect(sandbox.home.contents.isEmpty)
  }
}
