import Foundation
import MonikerDoubles
import Testing

/// Runs the program with a changed clock: libfaketime, preloaded into the dynamic build.
@Suite struct `A wrong clock` {
  private func clock(_ offset: String) -> [String] { ["faketime", "-f", offset] }

  @Test(arguments: StoreForm.kinds)
  func `set back a year ends no session, and status reports a use in the future`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina", "--expires-in", "8h").expect(exit: 0)
    try await sandbox.moniker("whoami", through: clock("-365d")).expect(exit: 0, output: "mina\n")
    let status = try await sandbox.moniker("status", through: clock("-365d")).expect(exit: 0)
    #expect(status.outputText.contains("\nClock: the session was last used at "), "\(status)")
    let right = try await sandbox.moniker("status").expect(exit: 0)
    #expect(!right.outputText.contains("Clock"), "\(right)")
  }

  @Test(arguments: StoreForm.kinds)
  func `affects only its own command, up to the last valid time`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let end = ["env", "TZ=UTC", "faketime", "-f", "9999-12-31 23:59:59"]
    try await sandbox.moniker("login", "mina", through: end).expect(exit: 0)
    try await sandbox.moniker("login", "gildong", "--expires-in", "8h").expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
    try await sandbox.moniker("store", "check").expect(exit: 0)
  }

  @Test(arguments: StoreForm.kinds)
  func `set forward a year ends expired sessions, permanently once a change has recorded it`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina", "--expires-in", "8h").expect(exit: 0)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("whoami", "--as", "mina", through: clock("+365d")).expect(exit: 5)
    // No change has recorded the expiry: with the right clock the session holds again.
    try await sandbox.moniker("whoami", "--as", "mina").expect(exit: 0)
    try await sandbox.moniker("rename", "hong", through: clock("+365d")).expect(exit: 0)
    try await sandbox.moniker("rename", "gil").expect(exit: 0)
    try await sandbox.moniker("whoami", "--as", "mina").expect(exit: 5)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gil\n")
    let history = try await sandbox.moniker("history", "--json").expect(exit: 0).document()
    let events = try #require(history["events"] as? [[String: Any]])
    #expect(
      events.map { $0["kind"] as? String } == [
        "accountAdded", "signedIn", "accountAdded", "signedIn", "renamed", "expired", "renamed",
      ]
    )
  }

  @Test(arguments: StoreForm.kinds)
  func `ends a session exactly at its expiry`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let start = "2026-11-21 08:00:00"
    let standing = { (time: String) in ["env", "TZ=UTC", "faketime", "-f", time] }
    try await sandbox.moniker("login", "mina", "--expires-in", "8h", through: standing(start))
      .expect(exit: 0, output: "Signed in as mina (a new account) until 2026-11-21 16:00 UTC.\n")
    try await sandbox.moniker("whoami", through: standing("2026-11-21 15:59:59"))
      .expect(exit: 0, output: "mina\n")
    let ended = try await sandbox.moniker("whoami", through: standing("2026-11-21 16:00:00"))
      .expect(exit: 5)
    #expect(ended.errorText.contains("expired at 2026-11-21T16:00:00.000Z"), "\(ended)")
  }

  @Test(arguments: StoreForm.kinds)
  func `extends a session with an idle timeout from each use`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    func whoami(_ offset: String) async throws -> Ending {
      try await sandbox.moniker("whoami", through: clock(offset))
    }
    let login = ["login", "mina", "--expires-in", "8h", "--sliding"]
    try await sandbox.launch(login).run().expect(exit: 0)
    for offset in ["+7h", "+14h", "+21h"] { try await whoami(offset).expect(exit: 0) }
    try await whoami("+30h").expect(exit: 5)
  }
}
