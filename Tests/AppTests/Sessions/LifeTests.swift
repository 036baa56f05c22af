import Foundation
import MonikerDoubles
import Testing

@Suite struct `A session across processes` {
  @Test(arguments: StoreForm.allCases)
  func `goes from signed out through login, rename and logout to signed out`(store: StoreForm)
    async throws
  {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("whoami").expect(exit: 4, output: "")
    try await sandbox.moniker("login", "gildong").expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n", errors: "")

    try await sandbox.moniker("rename", "hong").expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "hong\n", errors: "")

    let signedOut = try await sandbox.moniker("logout").expect(exit: 0, errors: "")
    #expect(signedOut.outputText.contains("hong"))
    try await sandbox.moniker("whoami").expect(exit: 4, output: "")
    let again = try await sandbox.moniker("logout").expect(exit: 0, errors: "")
    #expect(again.outputText.contains("Nobody was signed in"))
    try await sandbox.moniker("whoami").expect(exit: 4, output: "")
  }

  @Test(arguments: StoreForm.allCases)
  func `is reported in JSON with the same content`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let nobody = try await sandbox.moniker("whoami", "--json").expect(exit: 4).error()
    #expect(nobody.code == "notSignedIn")
    let login = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0, errors: "")
    let whoami = try await sandbox.moniker("whoami", "--json").expect(exit: 0, errors: "")
    #expect(try whoami.session() == login.session())
    let rename = try await sandbox.moniker("rename", "hong", "--json").expect(exit: 0, errors: "")
    #expect(try rename.document()["nickname"] as? String == "hong")
    #expect(
      try rename.document()["accountID"] as? String == login.document()["accountID"] as? String
    )
    let first = try await sandbox.moniker("logout", "--json").expect(exit: 0, errors: "")
    #expect(try first.document()["signedOut"] is [String: Any])
    let second = try await sandbox.moniker("logout", "--json").expect(exit: 0, errors: "")
    #expect(try second.document()["signedOut"] is NSNull)
    try await sandbox.moniker("whoami", "--json").expect(exit: 4, output: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `keeps the session when the same account signs in again`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let first = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0)
    let second = try await sandbox.moniker("login", "GilDong", "--json").expect(exit: 0)
    let (opened, kept) = (try first.document(), try second.document())
    for key in ["sessionID", "accountID", "nickname", "signedInAt"] {
      #expect(opened[key] as? String == kept[key] as? String, "\(key)")
    }
    #expect(opened["newSession"] as? Bool == true && kept["newSession"] as? Bool == false)
    #expect(opened["newAccount"] as? Bool == true && kept["newAccount"] as? Bool == false)

    let text = try await sandbox.moniker("login", "gildong").expect(exit: 0, errors: "")
    let signedInAt = try #require(first.document()["signedInAt"] as? String)
    let minutes = signedInAt.prefix(16).replacing("T", with: " ")
    #expect(text.outputText.contains("since \(minutes)"), "\(text)")
  }

  @Test(arguments: StoreForm.kinds)
  func `leaves the earlier session open when another account signs in`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let gildong = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0)
    try await sandbox.moniker("login", "chunhyang").expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "chunhyang\n")

    let logout = try await sandbox.moniker("logout", "--json").expect(exit: 0)
    #expect(try logout.document()["stillSignedIn"] as? [String] == ["gildong"])
    try await sandbox.moniker("whoami").expect(exit: 4, output: "")

    let back = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0)
    #expect(try back.session() == gildong.session())
  }

  @Test(arguments: StoreForm.kinds)
  func `names who is still signed in after a sign-out`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("login", "chunhyang").expect(exit: 0)
    let logout = try await sandbox.moniker("logout").expect(exit: 0, errors: "")
    #expect(logout.outputText.contains("Signed out chunhyang"))
    #expect(logout.outputText.contains("gildong"))
  }

  @Test(arguments: StoreForm.kinds)
  func `opens a new session after the previous one was ended`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let first = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0).document()
    try await sandbox.moniker("logout").expect(exit: 0)
    let second = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0).document()
    #expect(first["accountID"] as? String == second["accountID"] as? String)
    #expect(first["sessionID"] as? String != second["sessionID"] as? String)
  }

  @Test(arguments: ["login gildong", "logout", "whoami", "status", "rename hong"])
  func `in memory is forgotten, with a notice unless the command is quiet`(
    command: String
  ) async throws {
    let sandbox = try Sandbox()
    let words = command.split(separator: " ").map(String.init) + ["--store", "memory"]
    let status: Int32 = command.hasPrefix("log") ? 0 : 4
    let loud = try await sandbox.launch(words).run().expect(exit: status)
    #expect(loud.errorText.contains("forgets"), "\(loud)")
    for quiet in ["-q", "--quiet"] {
      let silent = try await sandbox.launch(words + [quiet]).run().expect(exit: status)
      #expect(!silent.errorText.contains("forgets"), "\(silent)")
    }
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `in memory ends with the process`() async throws {
    let sandbox = try Sandbox()
    let login = try await sandbox.moniker("login", "gildong", "--store", "memory", "--json")
      .expect(exit: 0)
    let store = try #require(login.document()["store"] as? [String: Any])
    #expect(store["kind"] as? String == "memory")
    #expect(store["location"] is NSNull)
    try await sandbox.moniker("whoami", "--store", "memory").expect(exit: 4, output: "")
  }
}
