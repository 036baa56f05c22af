import Foundation
import MonikerDoubles
import Testing

@Suite struct `The accounts` {
  @Test(arguments: StoreForm.kinds)
  func `are listed, added and removed`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.accounts().expect(exit: 0, errors: "")
    #expect(sandbox.home.contents.isEmpty)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.accounts("add", "mina").expect(
      exit: 0,
      output: "mina has an account now. Sign in with: \(sandbox.proposed("login", "mina"))\n",
      errors: ""
    )
    let text = try await sandbox.accounts().expect(exit: 0, errors: "").outputText
    let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    #expect(lines.count == 3, "\(text)")
    #expect(text.contains("* signed in ") && text.contains("  signed out "), "\(text)")
    let document = try await sandbox.accounts("list", "--json").expect(exit: 0).document()
    let entries = try #require(document["accounts"] as? [[String: Any]])
    #expect(entries.map { $0["nickname"] as? String } == ["gildong", "mina"])
    #expect(entries.map { $0["active"] as? Bool } == [true, false])
    #expect(entries.map { $0["signedIn"] as? Bool } == [true, false])
    #expect(
      Set(entries[0].keys) == [
        "nickname", "accountID", "createdAt", "signedIn", "active", "sessionID", "signedInAt",
        "expiresAt", "endedAt", "endReason", "lastSignedInAt",
      ]
    )
    let removal = try await sandbox.accounts("remove", "gildong", "--confirm", "gildong", "--json")
    #expect(try removal.expect(exit: 0).document()["removed"] as? String == "gildong")
    try await sandbox.moniker("whoami").expect(exit: 4)
    try await sandbox.accounts("remove", "gildong", "--confirm", "gildong").expect(
      exit: 7,
      output: ""
    )
    try await sandbox.moniker("login", "gi1dong").expect(exit: 0)
  }

  @Test func `are removed only if the nickname is repeated`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    for words in [["remove", "mina"], ["remove", "mina", "--confirm", "MINA"]] {
      let refused = try await sandbox.launch(["accounts"] + words).run().expect(
        exit: 64,
        output: ""
      )
      #expect(refused.errorText.contains("accounts remove --confirm=mina mina\n"), "\(refused)")
    }
    // A command that is proposed concerns the same store.
    try await sandbox.moniker("login", "mina", "--store", "plist:a b").expect(exit: 0)
    let other = try await sandbox.moniker("accounts", "remove", "mina", "--store", "plist:a b")
    #expect(
      other.errorText.contains("moniker accounts remove --store='plist:a b' --confirm=mina mina\n")
    )
    let prompt = "again to remove the account mina: "
    try await sandbox.moniker("accounts", "remove", "mina", typing: [Typing("n\n", after: prompt)])
      .expect(exit: 64)
    try await sandbox.moniker("accounts", "remove", "nobody", typing: []).expect(exit: 7)
    try await sandbox.moniker(
      "accounts",
      "remove",
      "mina",
      typing: [Typing(Typing.endOfInput, after: prompt)]
    ).expect(exit: 130)
    try await sandbox.moniker("whoami").expect(exit: 0)
    try await sandbox.moniker(
      "accounts",
      "remove",
      "mina",
      typing: [Typing("mina\n", after: prompt)]
    )
    .expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 4)
  }

  @Test(arguments: StoreForm.kinds)
  func `are switched without signing anyone in or out`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("switch").expect(exit: 4, output: "")
    // No account can be chosen, so no prompt appears.
    try await sandbox.moniker("switch", typing: []).expect(exit: 4, output: "")
    try await sandbox.moniker("switch", "mina").expect(exit: 7, output: "")
    #expect(sandbox.home.contents.isEmpty)
    for name in ["Hong Gildong", "mina"] {
      try await sandbox.moniker("login", name).expect(exit: 0)
    }
    for name in ["Hong Gildong", "mina"] {
      try await sandbox.moniker("switch").expect(exit: 0, errors: "")
      try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n")
    }
    let json = try await sandbox.moniker("switch", "HONG gildong", "--json").expect(exit: 0)
    #expect(try json.document()["activated"] as? String == "Hong Gildong")
    try await sandbox.moniker("login", "third").expect(exit: 0)
    let refused = try await sandbox.moniker("switch").expect(exit: 6, output: "")
    #expect(refused.errorText.contains("Hong Gildong, mina"), "\(refused)")
    let code = try await sandbox.moniker("switch", "--json").expect(exit: 6).error().code
    #expect(code == "ambiguous")
    let asked = try await sandbox.moniker("switch", typing: [Typing("mina\n")]).expect(exit: 0)
    #expect(!asked.errorText.contains("error:"), "\(asked)")
    #expect(asked.errorText.contains("Hong Gildong, mina"), "\(asked)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
    try await sandbox.moniker("accounts", "add", "out").expect(exit: 0)
    try await sandbox.moniker("switch", "out").expect(exit: 4, output: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `are listed by name alone, for scripts`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.accounts("list", "--names").expect(exit: 0, output: "", errors: "")
    for name in ["Hong Gildong", "길동", "-x"] {
      try await sandbox.moniker("login", "--", name).expect(exit: 0)
    }
    try await sandbox.accounts("list", "--names")
      .expect(exit: 0, output: "Hong Gildong\n길동\n-x\n", errors: "")
    let document = try await sandbox.accounts("list", "--names", "--json").expect(exit: 0)
      .document()
    #expect((document["accounts"] as? [Any])?.count == 3)
  }

  @Test(arguments: StoreForm.kinds)
  func `are switched back to the previous one`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    func switchBack(to name: String) async throws {
      try await sandbox.moniker("switch", "-").expect(exit: 0)
      try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n")
    }
    try await sandbox.moniker("switch", "-").expect(exit: 7, output: "")
    for name in ["a", "b", "c"] { try await sandbox.moniker("login", name).expect(exit: 0) }
    try await switchBack(to: "b")
    try await switchBack(to: "c")
    try await sandbox.moniker("switch", "a").expect(exit: 0)
    try await switchBack(to: "c")
    try await sandbox.moniker("login", "b").expect(exit: 0)
    try await sandbox.moniker("rename", "B2").expect(exit: 0)
    try await switchBack(to: "c")
    try await switchBack(to: "B2")
    // The previous account has signed out: nothing else is chosen in its place.
    try await sandbox.moniker("logout", "--as", "c").expect(exit: 0)
    try await sandbox.moniker("switch", "-").expect(exit: 4, output: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "B2\n")
    // After signing out, the previous account is the last one that was active.
    try await sandbox.moniker("login", "c").expect(exit: 0)
    try await sandbox.accounts("remove", "B2", "--confirm", "B2").expect(exit: 0)
    try await switchBack(to: "a")
  }

  @Test func `are asked for again after a name that cannot become active`() async throws {
    let sandbox = try Sandbox()
    for name in ["a", "b", "c"] { try await sandbox.moniker("login", name).expect(exit: 0) }
    try await sandbox.moniker("accounts", "add", "out").expect(exit: 0)
    let typing = ["nobody\n", "out\n", "\n", "a\tb\n", "b\n"].map { Typing($0) }
    let ending = try await sandbox.moniker("switch", typing: typing).expect(exit: 0)
    #expect(ending.errorText.contains("There is no account nobody."), "\(ending)")
    #expect(ending.errorText.contains("out is not signed in."), "\(ending)")
    #expect(ending.errorText.ranges(of: "Nickname: ").count == 5, "\(ending)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "b\n")
    // A name on the command line is not a question.
    try await sandbox.moniker("switch", "nobody", typing: []).expect(exit: 7, output: "")
    try await sandbox.moniker("switch", typing: [Typing(Typing.endOfInput)]).expect(exit: 130)
  }

  @Test func `when removed, are reported with each rule that still names them`() async throws {
    let sandbox = try Sandbox()
    for name in ["a", "b", "c"] { try await sandbox.moniker("login", name).expect(exit: 0) }
    func remove(_ name: String, as variable: String? = nil) async throws -> String {
      let words = ["accounts", "remove", name, "--confirm", name]
      let launch = try sandbox.launch(words, variables: ["MONIKER_AS": variable])
      return try await launch.run().expect(exit: 0).errorText
    }
    let named = try await remove("a", as: "A")
    #expect(
      named.contains("The variable MONIKER_AS still names a, an account that no longer exists.")
    )
    let active = try await remove("c")
    #expect(active.contains("No account is active now. Make one active with: moniker switch"))
    #expect(try await remove("b").isEmpty)
    let use = try await sandbox.moniker("use", "d", variables: ["MONIKER_AS": "x"]).expect(exit: 0)
    #expect(use.errorText.contains("The variable MONIKER_AS takes precedence"), "\(use)")
    #expect(use.errorText.contains("Nobody is signed in as d."), "\(use)")
  }

  @Test func `are not switched while a variable or a project file names the acting account`()
    async throws
  {
    let sandbox = try Sandbox()
    for name in ["a", "b"] { try await sandbox.moniker("login", name).expect(exit: 0) }
    let refused = try await sandbox.moniker("switch", "a", variables: ["MONIKER_AS": "b"])
    refused.expect(exit: 6, output: "")
    #expect(refused.errorText.contains("MONIKER_AS"), "\(refused)")
    try await sandbox.moniker("use", "b").expect(exit: 0)
    try await sandbox.moniker("switch", "a").expect(exit: 6, output: "")
    // Commands that do not depend on the acting account still work.
    try "nonsense".write(toFile: sandbox.home.file(".moniker"), atomically: false, encoding: .utf8)
    try await sandbox.moniker("switch", "a").expect(exit: 78, output: "")
    try await sandbox.accounts().expect(exit: 0)
  }
}

extension Sandbox {
  fileprivate func accounts(_ words: String...) async throws -> Ending {
    try await launch(["accounts"] + (words.isEmpty ? ["list"] : words)).run()
  }
}
