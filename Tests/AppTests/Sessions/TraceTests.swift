import Foundation
import MonikerDoubles
import Testing

/// Runs the program with a trace of all system calls that can change a file.
@Suite struct `Reading the active session` {
  private func changes(
    by words: [String] = ["whoami"],
    in sandbox: Sandbox,
    through wrapper: [String] = []
  ) async throws -> [Substring] {
    // strace prints the current folder in each call, also in those of libfaketime.
    let launch = try sandbox.launch(words, through: wrapper) { $0.folder = "/" }
    let (ending, calls) = try await sandbox.changes(by: launch)
    ending.expect(exit: 0)
    return calls
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file, and creates none`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let before = sandbox.home.contents
    #expect(try await changes(in: sandbox) == [])
    #expect(sandbox.home.contents == before)
    // The trace does show a command that changes something.
    #expect(try await !changes(by: ["rename", "hong"], in: sandbox).isEmpty)
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file within the renewal interval of a session`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let login = ["login", "mina", "--expires-in", "8h", "--sliding"]
    try await sandbox.launch(login, through: .clock(at: "2026-01-31 08:00:00")).run()
      .expect(exit: 0)
    #expect(try await changes(in: sandbox, through: .clock(at: "2026-01-31 08:23:59")) == [])
    // A twentieth of eight hours after its start the session is renewed, which changes the store.
    let later = [String].clock(at: "2026-01-31 08:24:00")
    #expect(try await !changes(in: sandbox, through: later).isEmpty)
    let status = try await sandbox.moniker("status", "--json", through: later).expect(exit: 0)
    #expect(try status.document()["remainingSeconds"] as? Int == 28_800)
  }

  @Test(arguments: StoreForm.kinds)
  func `works if nothing can be written`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: sandbox.file)
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: sandbox.folder)
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: sandbox.folder) }
    try await sandbox.moniker("whoami", through: .withoutPrivileges)
      .expect(exit: 0, output: "mina\n", errors: "")
  }
}
