import MonikerDoubles
import Testing

@Suite struct `The prompt` {
  @Test(arguments: ["gildong", "홍길동", "👩👧", "ab\u{7F}c"])
  func `accepts the nickname that is typed`(typed: String) async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login", typing: [Typing(typed + "\n")])
    login.expect(exit: 0)
    #expect(login.outputText.contains("Signed in"))
    // The terminal removes the deleted character.
    let name = typed == "ab\u{7F}c" ? "ac" : typed
    try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n")
  }

  @Test func `appears on the terminal, and the answer on standard output`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login", "--json", typing: [Typing("gildong\n")])
    #expect(try login.expect(exit: 0).document()["nickname"] as? String == "gildong")
    #expect(login.errorText.hasPrefix("Nickname: "), "\(login)")
  }

  @Test func `repeats after a nickname that is not allowed, with the reason`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker(
      "login",
      typing: [
        Typing("\n"), Typing(String(repeating: "x", count: 65) + "\n"), Typing("홍길동\n"),
      ]
    )
    login.expect(exit: 0)
    #expect(login.errorText.contains("it is empty"), "\(login)")
    #expect(login.errorText.contains("it has 65 characters"), "\(login)")
    #expect(login.errorText.ranges(of: "Nickname: ").count == 3, "\(login)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "홍길동\n")
  }

  @Test func `does not accept bytes that are not UTF-8`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker(
      "login",
      typing: [
        Typing(bytes: [0x67, 0xFF, 0x0A]), Typing("g\n"),
      ]
    )
    login.expect(exit: 0)
    #expect(login.errorText.contains("not UTF-8"), "\(login)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "g\n")
  }

  @Test(arguments: ["\u{1B}[D", "\u{1B}OA", "\u{1B}", "\u{1}", "\t"])
  func `asks again after a key that it does not know`(key: String) async throws {
    let sandbox = try Sandbox()
    for command in [["login"], ["accounts", "remove", "mina"]] {
      let prompt = command[0] == "login" ? "Nickname: " : "account mina: "
      let typing = [Typing("mi\(key)na\n", after: prompt), Typing("mina\n", after: prompt)]
      let ending = try await sandbox.launch(command).run(typing: typing).expect(exit: 0)
      #expect(ending.errorText.contains("only Backspace"), "\(ending)")
    }
  }

  @Test(arguments: [Typing.interrupt, Typing.endOfInput], StoreForm.kinds)
  func `ends with 130 and writes nothing`(keys: String, store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let login = try await sandbox.moniker("login", typing: [Typing(keys)])
    login.expect(exit: 130, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test(arguments: [
    // Ctrl-D in the middle of a line passes the line on; the second one ends the input.
    "gil" + Typing.endOfInput + Typing.endOfInput,
    "gil" + Typing.interrupt,
  ])
  func `does not accept an unfinished line`(keys: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", typing: [Typing(keys)]).expect(exit: 130, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `continues if the signal is ignored, as under nohup`() async throws {
    let sandbox = try Sandbox()
    let shell = [String].shell(#"trap '' INT; exec "$0" "$@""#)
    // The terminal echoes Ctrl-C as ^C.
    let typing = [Typing(Typing.interrupt), Typing("gildong\n", after: "^C")]
    try await sandbox.moniker("login", through: shell, typing: typing).expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test func `keeps the active session when it is interrupted`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    for keys in [Typing.interrupt, Typing.endOfInput] {
      try await sandbox.moniker("login", typing: [Typing(keys)]).expect(exit: 130)
    }
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test func `that is interrupted ends with a document in JSON`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login", "--json", typing: [Typing(Typing.endOfInput)])
    login.expect(exit: 130, output: "")
    #expect(login.errorText.contains(#"{"error":{"code":"interrupted","#), "\(login)")
  }

  @Test func `is disabled on request, also at a terminal`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login", "--no-input", typing: [])
    login.expect(exit: 64, output: "")
    #expect(login.errorText.contains("NICKNAME"))
    #expect(!login.errorText.contains("Nickname: "))
  }

  @Test(arguments: ["<", "2>"])
  func `requires both streams to be a terminal`(stream: String) async throws {
    let sandbox = try Sandbox()
    let shell = [String].shell(#"exec "$0" "$@" "# + stream + "/dev/null")
    try await sandbox.moniker("login", through: shell, typing: []).expect(exit: 64, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `does not appear if the store cannot be used`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker(
      "login",
      "--store",
      "sqlite:" + sandbox.home.path,
      typing: []
    )
    login.expect(exit: 69, output: "")
    #expect(!login.errorText.contains("Nickname: "))
  }

  @Test func `does not appear for any other command`() async throws {
    let sandbox = try Sandbox()
    for command in ["whoami", "status", "logout", "rename"] {
      let ending = try await sandbox.moniker(command, typing: [])
      #expect(!ending.errorText.contains("Nickname: "))
    }
  }
}
