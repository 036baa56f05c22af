import Foundation
import MonikerDoubles
import Testing

/// The program, with all of its system calls that could change a file written down.
@Suite struct `Asking who is signed in` {
  private func changes(
    by words: [String] = ["whoami"],
    in sandbox: Sandbox,
    through wrapper: [String] = []
  ) async throws -> [Substring] {
    // strace names the folder of the process in each call, also in those of libfaketime.
    let launch = try sandbox.launch(words, through: wrapper) { $0.folder = "/" }
    let (ending, calls) = try await sandbox.changes(by: launch)
    ending.expect(exit: 0)
    return calls
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file, and makes none`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let before = sandbox.home.contents
    #expect(try await changes(in: sandbox) == [])
    #expect(sandbox.home.contents == before)
    // What does change something is seen.
    #expect(try await !changes(by: ["rename", "hong"], in: sandbox).isEmpty)
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file either for a session that slides and was seen a moment ago`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let login = ["login", "mina", "--expires-in", "8h", "--sliding"]
    try await sandbox.launch(login, through: .clock(at: "2026-01-31 08:00:00")).run()
      .expect(exit: 0)
    #expect(try await changes(in: sandbox, through: .clock(at: "2026-01-31 08:00:59")) == [])
    // A minute later it is renewed, and so does change something.
    let later = [String].clock(at: "2026-01-31 08:01:00")
    #expect(try await !changes(in: sandbox, through: later).isEmpty)
    let status = try await sandbox.moniker("status", "--json", through: later).expect(exit: 0)
    #expect(try status.document()["remainingSeconds"] as? Int == 28_800)
  }

  @Test(arguments: StoreForm.kinds)
  func `works where nothing can be written`(store: StoreForm) async throws {
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
