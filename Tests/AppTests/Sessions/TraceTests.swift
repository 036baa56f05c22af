import Foundation
import MonikerDoubles
import Testing

/// The program, with all of its system calls that could change a file written down.
@Suite struct `Asking who is signed in` {
  private func changes(
    by words: [String] = ["whoami"],
    in sandbox: Sandbox
  ) async throws -> [Substring] {
    let (ending, calls) = try await sandbox.changes(by: sandbox.launch(words))
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
    var made: [Substring]
    var duration: Duration
    repeat {
      let start = ContinuousClock.now
      try await sandbox.launch(login).run().expect(exit: 0)
      made = try await changes(in: sandbox)
      duration = ContinuousClock.now - start
      // On a machine that is busy with other things, the moment can be longer than it may.
    } while duration > .seconds(50)
    #expect(made == [])
    // Two minutes later it is renewed, and so does change something.
    let later = ["faketime", "-f", "+2m"]
    try await sandbox.moniker("whoami", through: later).expect(exit: 0)
    let status = try await sandbox.moniker("status", "--json", through: later).expect(exit: 0)
    #expect((try status.document()["remainingSeconds"] as? Int ?? 0) > 28_800 - 60)
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
