import Foundation
import MonikerDoubles
import Testing

/// The program with another clock: libfaketime, before the dynamic build that the tests are beside.
@Suite struct `A clock that is wrong` {
  private func clock(_ offset: String) -> [String] { ["faketime", "-f", offset] }

  @Test(arguments: StoreForm.kinds)
  func `set back a year ends no session and brings none back`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "short", "--expires-in", "1s").expect(exit: 0)
    try await sandbox.moniker("login", "mina", "--expires-in", "8h").expect(exit: 0)
    try await Task.sleep(for: .milliseconds(1_050))
    try await sandbox.moniker("login", "gildong").expect(exit: 0)

    for name in ["mina", "gildong"] {
      try await sandbox.moniker("whoami", "--as", name, through: clock("-365d"))
        .expect(exit: 0, output: "\(name)\n")
    }
    let short = try await sandbox.moniker("whoami", "--as", "short", through: clock("-365d"))
      .expect(exit: 5)
    #expect(short.errorText.contains("The session of short expired"), "\(short)")

    let status = try await sandbox.moniker("status", through: clock("-365d")).expect(exit: 0)
    #expect(status.outputText.contains("\nClock: 364 d 23 h behind"), "\(status)")
    let json = try await sandbox.moniker("status", "--json", through: clock("-365d"))
      .expect(exit: 0).document()
    let seconds = try #require(json["clockBehindSeconds"] as? Int)
    #expect((31_535_000...31_536_000).contains(seconds))
    let right = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
    #expect(right["clockBehindSeconds"] is NSNull)
  }

  @Test(arguments: StoreForm.kinds)
  func `set back a year does not make a session immortal`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina", "--expires-in", "8h").expect(exit: 0)
    // That it was set back is recorded by whoever asks first; from then on time goes on.
    try await sandbox.moniker("whoami", through: clock("-365d")).expect(exit: 0)
    try await sandbox.moniker("whoami", through: clock("-8759h")).expect(exit: 0)
    let ended = try await sandbox.moniker("whoami", through: clock("-8751h")).expect(exit: 5)
    #expect(ended.errorText.contains("The session of mina expired"), "\(ended)")
  }

  @Test(arguments: StoreForm.kinds)
  func `set forward a year ends what has run out by then, in the order of the counter`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina", "--expires-in", "8h").expect(exit: 0)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("whoami", "--as", "mina", through: clock("+365d")).expect(exit: 5)
    // Nothing has recorded it: set right again, the clock is believed.
    try await sandbox.moniker("whoami", "--as", "mina").expect(exit: 0)
    try await sandbox.moniker("rename", "hong", through: clock("+365d")).expect(exit: 0)
    try await sandbox.moniker("rename", "gil").expect(exit: 0)
    try await sandbox.moniker("whoami", "--as", "mina").expect(exit: 5)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gil\n")
    let history = try await sandbox.moniker("history", "--json").expect(exit: 0).document()
    let events = try #require(history["events"] as? [[String: Any]])
    #expect(
      events.map { $0["kind"] as? String } == [
        "accountAdded", "signedIn", "accountAdded", "signedIn", "expired", "renamed", "renamed",
      ]
    )
    let times = events.suffix(2).compactMap { $0["time"] as? String }
    #expect(times.count == 2 && times[0] <= times[1], "\(times)")
  }

  @Test(arguments: StoreForm.kinds)
  func `ends a session at its very moment`(store: StoreForm) async throws {
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
  func `goes on from each use for a session that slides`(store: StoreForm) async throws {
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
