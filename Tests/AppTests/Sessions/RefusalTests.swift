import MonikerDoubles
import Testing

@Suite struct `A refused command` {
  @Test(arguments: StoreForm.kinds)
  func `ends with 4 if no account is signed in`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let whoami = try await sandbox.moniker("whoami").expect(exit: 4, output: "")
    #expect(whoami.errorText.contains("Nobody is signed in"))
    #expect(whoami.errorText.contains("moniker login"))
    let rename = try await sandbox.moniker("rename", "hong").expect(exit: 4, output: "")
    #expect(rename.errors == whoami.errors)
    let status = try await sandbox.moniker("status").expect(exit: 4, errors: "")
    #expect(status.outputText.contains("Nobody is signed in"))
    for words in [["whoami"], ["rename", "hong"]] {
      let error = try await sandbox.launch(words + ["--json"]).run().expect(exit: 4).error()
      #expect(error.code == "notSignedIn")
    }
    let document = try await sandbox.moniker("status", "--json").expect(exit: 4, errors: "")
    #expect(try document.document()["signedIn"] as? Bool == false)
  }

  @Test(arguments: StoreForm.kinds, ["chunhyang", "ChunHyang", "CHUNHYANG "])
  func `ends with 6 if another account holds the nickname`(
    store: StoreForm,
    typed: String
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "chunhyang").expect(exit: 0)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let text = try await sandbox.moniker("rename", typed).expect(exit: 6, output: "")
    #expect(text.errorText.contains("chunhyang"))
    let json = try await sandbox.moniker("rename", typed, "--json").expect(exit: 6).error()
    #expect(json.code == "nicknameTaken")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `is not a rename to another spelling of the same nickname`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("rename", "GilDong").expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "GilDong\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `is not a sign-in under the old nickname after a rename`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let gildong = try await sandbox.moniker("login", "gildong", "--json").document()
    try await sandbox.moniker("rename", "hong").expect(exit: 0)
    let other = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0).document()
    #expect(gildong["accountID"] as? String != other["accountID"] as? String)
  }

  @Test(arguments: [
    "", " ", "\t\n", "a\u{7}b", "a\u{1B}[31mb", "a\u{2028}b", String(repeating: "x", count: 65),
    String(repeating: "👩‍👩‍👧‍👦", count: 11), String(repeating: "가", count: 86),
  ])
  func `ends with 65 if the nickname is not allowed`(typed: String) async throws {
    let sandbox = try Sandbox()
    for words in [["login", typed], ["rename", typed]] {
      let text = try await sandbox.launch(words).run().expect(exit: 65, output: "")
      #expect(text.errorText.contains("This is not a nickname"))
      #expect(!text.errors.contains(0x1B))
      let json = try await sandbox.launch(words + ["--json"]).run().expect(exit: 65).error()
      #expect(json.code == "invalidNickname")
    }
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test(arguments: [
    ["--nope"], ["whoami", "--nope"], ["frobnicate"], ["whoami", "too", "many"], ["rename"],
    ["login", "two", "names"], ["login"], ["whoami", "--store"], ["whoami", "--store", "floppy"],
    ["whoami", "--store", "sqlite:"], ["whoami", "--store", "memory:x"], ["whoami", "--store", ""],
    ["whoami", "--store", "SQLite"], ["logout", "--quiet=1"],
  ])
  func `ends with 64 if its words are wrong`(words: [String]) async throws {
    let sandbox = try Sandbox()
    let text = try await sandbox.launch(words).run().expect(exit: 64, output: "")
    #expect(text.errorText.hasPrefix("error: "))
    for words in [words + ["--json"], ["--json"] + words] {
      let error = try await sandbox.launch(words).run().expect(exit: 64).error()
      #expect(error.code == "usage")
    }
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `ends with 64 if an argument is not UTF-8`() async throws {
    let sandbox = try Sandbox()
    let shell = [String].shell(#"exec "$0" "$@" "$(printf 'gil\377dong')""#)
    let text = try await sandbox.moniker("login", through: shell).expect(exit: 64, output: "")
    #expect(text.errorText.contains("UTF-8"))
    let json = try await sandbox.moniker("login", "--json", through: shell).expect(exit: 64).error()
    #expect(json.code == "usage")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `names the missing argument`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login").expect(exit: 64, output: "")
    #expect(login.errorText.contains("NICKNAME"))
    let piped = try await sandbox.moniker("login") { $0.input = Array("gildong\n".utf8) }
    piped.expect(exit: 64, output: "")
    let rename = try await sandbox.moniker("rename").expect(exit: 64, output: "")
    #expect(rename.errorText.contains("<new>"))
    #expect(sandbox.home.contents.isEmpty)
  }
}
