import Foundation
import MonikerDoubles
import Testing

@Suite struct `A session with an end` {
  @Test(arguments: StoreForm.kinds)
  func `ends by itself, and says so until somebody signs in`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let login = try await sandbox.moniker("login", "mina", "--expires-in", "1s").expect(exit: 0)
    #expect(login.outputText.hasPrefix("Signed in as mina (a new account) until "), "\(login)")
    try await Task.sleep(for: .milliseconds(1_050))
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
  func `is kept by login, and renewed if too little is left`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    func remaining() async throws -> Int {
      let status = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
      return try #require(status["remainingSeconds"] as? Int)
    }
    let eight = ["MONIKER_EXPIRES_IN": "8h"]
    try await sandbox.moniker("login", "mina", variables: eight).expect(exit: 0)
    #expect((28_700...28_800).contains(try await remaining()))
    let text = try await sandbox.moniker("status").expect(exit: 0).outputText
    // As long as the machine takes for the two commands before it.
    #expect(text.contains("(7 h 5"), "\(text)")
    let kept = try await sandbox.moniker("login", "mina", "--expires-in", "20h").expect(exit: 0)
    #expect(kept.outputText.contains("Already signed in as mina, since "), "\(kept)")
    #expect(try await remaining() <= 28_800)
    try await sandbox.moniker("login", "mina", "--expires-in=20h", "--min-remaining=10m")
      .expect(exit: 0)
    #expect(try await remaining() <= 28_800)
    let renewed = try await sandbox.moniker(
      "login",
      "mina",
      "--expires-in=20h",
      "--min-remaining=9h"
    )
    #expect(renewed.expect(exit: 0).outputText.contains(", renewed until "), "\(renewed)")
    #expect((71_900...72_000).contains(try await remaining()))
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
  func `cannot be asked for in words that mean none`(
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
