import Foundation
import MonikerDoubles
import Testing

@Suite struct `The sessions` {
  /// Returns a home in which gildong, mina and hong have signed in, hong last.
  private func sandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    for name in ["gildong", "mina", "hong"] {
      try await sandbox.moniker("login", name).expect(exit: 0)
    }
    return sandbox
  }

  private func list(_ sandbox: Sandbox, _ words: String...) async throws -> [[String: Any]] {
    let words = ["sessions", "list", "--json"] + words
    let document = try await sandbox.launch(words).run().expect(exit: 0).document()
    #expect(Set(document.keys) == ["sessions", "moreHaveEnded", "store"])
    return try #require(document["sessions"] as? [[String: Any]])
  }

  private func ids(_ sandbox: Sandbox) async throws -> [String] {
    try await list(sandbox).map { try #require($0["sessionID"] as? String) }
  }

  @Test(arguments: StoreForm.kinds)
  func `are listed with all their fields`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    let sessions = try await list(sandbox)
    #expect(sessions.map { $0["nickname"] as? String } == ["gildong", "mina", "hong"])
    #expect(sessions.map { $0["active"] as? Bool } == [false, false, true])
    let keys: Set = [
      "nickname", "accountID", "sessionID", "signedInAt", "lastSeenAt", "expiresAt", "endedAt",
      "endReason", "active", "deviceID", "idleTimeoutSeconds", "host", "terminal",
      "accountCreatedAt",
    ]
    #expect(sessions.allSatisfy { Set($0.keys) == keys })
    let text = try await sandbox.moniker("sessions", "list").expect(exit: 0, errors: "").outputText
    #expect(text.split(separator: "\n").count == 4)
    #expect(text.contains("\n* "))
    let short = try #require(sessions[1]["sessionID"] as? String).prefix(6)
    let shown = try await sandbox.moniker("sessions", "show", String(short)).expect(exit: 0)
    #expect(shown.outputText.contains("Account:   mina ("), "\(shown)")
    let json = try await sandbox.moniker("sessions", "show", String(short), "--json")
      .expect(exit: 0).document()
    #expect(Set(json.keys) == keys.union(["store"]))
    #expect(json["nickname"] as? String == "mina")
  }

  @Test(arguments: StoreForm.kinds)
  func `end one by one, and a later command reports when and why`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    let ids = try await ids(sandbox)
    try await sandbox.moniker("sessions", "end", ids[1]).expect(exit: 0, errors: "")
    let again = try await sandbox.moniker("sessions", "end", ids[1]).expect(exit: 0)
    #expect(again.outputText.contains("The session of mina was ended at "), "\(again)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "hong\n")
    let mina = try await sandbox.moniker("whoami", "--as", "mina").expect(exit: 5)
    #expect(mina.errorText.contains("The session of mina was ended at "), "\(mina)")
    let switching = try await sandbox.moniker("switch", "mina").expect(exit: 5)
    #expect(switching.errorText.contains("was ended"), "\(switching)")

    let active = try await sandbox.moniker("sessions", "end", "--this").expect(exit: 0)
    #expect(active.errorText.contains("hong is still the active account"), "\(active)")
    let error = try await sandbox.moniker("whoami", "--json").expect(exit: 5).error()
    #expect(error.code == "sessionEnded")
    let status = try await sandbox.moniker("status", "--json").expect(exit: 5).document()
    #expect(status["endReason"] as? String == "revoked")
    #expect(status["endedAt"] is String)
    try await sandbox.moniker("sessions", "end", "--this").expect(exit: 5)
    let logout = try await sandbox.moniker("logout").expect(exit: 0)
    #expect(logout.outputText.hasPrefix("The session of hong was ended at "), "\(logout)")
    // Others are signed in still.
    #expect(!logout.outputText.contains("Nobody"), "\(logout)")
    try await sandbox.moniker("whoami").expect(exit: 4)
    try await sandbox.moniker("sessions", "end", "--this").expect(exit: 4)
    let nobody = try await sandbox.moniker("sessions", "end", "--this", "--as", "nobody")
      .expect(exit: 4)
    #expect(nobody.errorText.contains("as nobody, named by the option --as"), "\(nobody)")
    let reasons = try await list(sandbox).map { $0["endReason"] as? String }
    #expect(reasons == [nil, "revoked", "revoked"])
  }

  @Test(arguments: StoreForm.kinds)
  func `of all accounts but the acting one end together`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    let variables = ["MONIKER_AS": "mina"]
    let ended = try await sandbox.moniker("sessions", "end", "--others", variables: variables)
      .expect(exit: 0)
    #expect(ended.outputText.contains("2 sessions are ended: "), "\(ended)")
    try await sandbox.moniker("whoami", variables: variables).expect(exit: 0, output: "mina\n")
    try await sandbox.moniker("whoami").expect(exit: 5)
    try await sandbox.moniker("sessions", "end", "--all", "--json").expect(exit: 0)
    try await sandbox.moniker("whoami", variables: variables).expect(exit: 5)
    try await sandbox.moniker("sessions", "end", "--others").expect(exit: 5)
    let nothing = try await sandbox.moniker("sessions", "end", "--all", "--json").expect(exit: 0)
    #expect(try nothing.document()["ended"] as? [String] == [])
  }

  @Test func `that are ambiguous or missing are reported as such`() async throws {
    let sandbox = try await sandbox(.byDefault)
    let missing = try await sandbox.moniker("sessions", "show", "zz", "--json").expect(exit: 7)
    #expect(try missing.error().code == "noSuchSession")
    try await sandbox.moniker("sessions", "end", "00000000-0000-0000").expect(exit: 7)
    // Of seventeen session IDs, two begin with the same digit.
    for number in 1...17 { try await sandbox.moniker("login", "n\(number)").expect(exit: 0) }
    let ids = try await ids(sandbox)
    let first = try #require(
      ids.map { $0.prefix(1) }.first { digit in
        ids.count { $0.hasPrefix(digit) } > 1
      }
    )
    let error = try await sandbox.moniker("sessions", "end", String(first), "--json").expect(
      exit: 6
    )
    #expect(try error.error().code == "ambiguous")
    for words in [
      ["end"], ["end", "--this", "--all"], ["end", "abc", "--others"], ["list", "--limit=-1"],
      ["list", "--limit=10001"],
    ] {
      try await sandbox.launch(["sessions"] + words).run().expect(exit: 64)
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `that have ended are shown up to one limit and kept up to another`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    for _ in 1...4 {
      try await sandbox.moniker("login", "mina").expect(exit: 0)
      try await sandbox.moniker("logout").expect(exit: 0)
    }
    #expect(try await list(sandbox, "--limit", "3").count == 3)
    let text = try await sandbox.moniker("sessions", "list", "--limit", "3").expect(exit: 0)
    #expect(text.errorText.contains("More sessions have ended."), "\(text)")
    try await sandbox.moniker("store", "limit", "3").expect(exit: 0)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    #expect(try await list(sandbox).map { $0["endReason"] as? String } == ["signedOut", nil])
  }
}
