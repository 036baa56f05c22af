import Foundation
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `An expired session` {
  /// Returns a home in which the session of gildong expired in 2001.
  private func sandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    let start = Timestamp(millisecondsSince1970: 1_000_000_000_000)
    _ = try await sandbox.repository.signIn(
      SignInChange(
        nickname: try Nickname("gildong"),
        newAccountID: AccountID(high: 0, low: 1),
        newSessionID: SessionID(high: 0, low: 2),
        on: SessionTerms(lifetime: .milliseconds(1)),
        at: ChangeContext(at: start)
      )
    )
    return sandbox
  }

  @Test(arguments: StoreForm.kinds, ["whoami", "rename"])
  func `ends a command with 5, and names the account`(
    store: StoreForm,
    command: String
  ) async throws {
    let sandbox = try await sandbox(store)
    let words = command == "rename" ? ["rename", "hong"] : [command]
    let text = try await sandbox.launch(words).run().expect(exit: 5, output: "")
    #expect(text.errorText.contains("The session of gildong expired"))
    let json = try await sandbox.launch(words + ["--json"]).run().expect(exit: 5).error()
    #expect(json.code == "sessionEnded")
    #expect(json.message.contains("2001-09-09T01:46:40.001Z"))
    #expect(json.message.contains(sandbox.proposed("login", "gildong")))
  }

  @Test(arguments: StoreForm.kinds)
  func `is shown by status, which ends with 5`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    let text = try await sandbox.moniker("status").expect(exit: 5, errors: "")
    #expect(text.outputText.contains("The session of gildong expired"))
    let json = try await sandbox.moniker("status", "--json").expect(exit: 5, errors: "").document()
    #expect(json["signedIn"] as? Bool == false)
    #expect(json["nickname"] as? String == "gildong")
    #expect(json["expiresAt"] as? String == "2001-09-09T01:46:40.001Z")
  }

  @Test(arguments: StoreForm.kinds)
  func `is replaced by signing in again`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    let login = try await sandbox.moniker("login", "gildong", "--json").expect(exit: 0).document()
    #expect(login["accountID"] as? String == AccountID(high: 0, low: 1).description)
    #expect(login["sessionID"] as? String != SessionID(high: 0, low: 2).description)
    #expect(login["expiresAt"] is NSNull)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `can be signed out`(store: StoreForm) async throws {
    let sandbox = try await sandbox(store)
    try await sandbox.moniker("logout").expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 4, output: "")
  }
}
