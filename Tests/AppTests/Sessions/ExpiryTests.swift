import Foundation
import MonikerDoubles
import Testing

@Suite struct `A session with an expiry` {
  @Test(arguments: StoreForm.kinds)
  func `ends by itself, and is reported as ended until the next sign-in`(store: StoreForm)
    async throws
  {
    let sandbox = try Sandbox(store)
    let login = ["login", "mina", "--expires-in", "8h"]
    try await sandbox.launch(login, through: .clock(at: "2026-01-31 08:00:00")).run()
      .expect(exit: 0, output: "Signed in as mina (a new account) until 2026-01-31 16:00 UTC.\n")
    for command in ["whoami", "status"] {
      let ended = try await sandbox.moniker(command).expect(exit: 5)
      #expect((ended.outputText + ended.errorText).contains("The session of mina expired"))
    }
    let again = try await sandbox.moniker("login", "mina", "--json").expect(exit: 0).document()
    #expect(again["expiresAt"] is NSNull)
    let status = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
    #expect(status["remainingSeconds"] is NSNull)
  }

  @Test(arguments: StoreForm.kinds)
  func `is kept by login, and renewed if too little time is left`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    @discardableResult
    func moniker(_ words: String..., variables: [String: String] = [:]) async throws -> Ending {
      let clock = [String].clock(at: "2026-01-31 08:00:00")
      return try await sandbox.launch(words, variables: variables, through: clock).run()
        .expect(exit: 0)
    }
    func remaining() async throws -> Int? {
      try await moniker("status", "--json").document()["remainingSeconds"] as? Int
    }
    try await moniker("login", "mina", variables: ["MONIKER_EXPIRES_IN": "8h"])
    #expect(try await remaining() == 28_800)
    let text = try await moniker("status").outputText
    #expect(text.contains("(8 h"), "\(text)")
    let kept = try await moniker("login", "mina", "--expires-in", "20h")
    #expect(kept.outputText.contains("Already signed in as mina, since "), "\(kept)")
    #expect(try await remaining() == 28_800)
    try await moniker("login", "mina", "--expires-in=20h", "--min-remaining=10m")
    #expect(try await remaining() == 28_800)
    let renewed = try await moniker("login", "mina", "--expires-in=20h", "--min-remaining=9h")
    #expect(renewed.outputText.contains(", renewed until "), "\(renewed)")
    #expect(try await remaining() == 72_000)
  }

  @Test(arguments: [
    ("1h", [], "30m", [], true), ("1h", [], "2h", [], true), ("1h", [], "60m", [], false),
    ("1h", ["--sliding"], "2h", ["--sliding"], true),
    ("1h", ["--sliding"], "1h", ["--sliding"], false),
    // What is left is enough for the person.
    ("1h", [], "2h", ["--min-remaining", "10m"], false),
  ])
  func `keeps its end, and login says so if another one was wanted`(
    first: String,
    options: [String],
    second: String,
    later: [String],
    isNoticed: Bool
  ) async throws {
    let sandbox = try Sandbox()
    let login = ["login", "mina", "--expires-in"]
    let clock = [String].clock(at: "2026-01-31 08:00:00")
    try await sandbox.launch(login + [first] + options, through: clock).run().expect(exit: 0)
    let again = try await sandbox.launch(login + [second] + later, through: clock).run()
    again.expect(exit: 0)
    #expect(again.outputText.contains("until 2026-01-31 09:00 UTC"), "\(again)")
    #expect(again.errorText.contains("The open session stays unchanged") == isNoticed, "\(again)")
    #expect(again.errorText.isEmpty == !isNoticed, "\(again)")
  }

  @Test(
    arguments: [
      (["--expires-in", "8"], [:], 64, "--expires-in"),
      (["--expires-in", "soon"], [:], 64, "--expires-in"),
      (["--min-remaining", "1h"], [:], 64, "--expires-in"),
      (["--expires-in", "1h", "--min-remaining", "x"], [:], 64, "--min-remaining"),
      ([], ["MONIKER_EXPIRES_IN": "8"], 78, "MONIKER_EXPIRES_IN"),
    ] as [([String], [String: String], Int32, String)]
  )
  func `is refused for an invalid duration`(
    options: [String],
    variables: [String: String],
    status: Int32,
    named: String
  ) async throws {
    let sandbox = try Sandbox()
    let refused = try await sandbox.launch(["login", "mina"] + options, variables: variables).run()
    refused.expect(exit: status, output: "")
    #expect(refused.errorText.contains(named), "\(refused)")
    #expect(sandbox.home.contents.isEmpty)
  }
}
