import MonikerDomain
import MonikerDoubles
import Testing

/// These tests wait for the program's timeout of five seconds on any machine.
@Suite struct `A locked store` {
  /// Runs the program while another process holds the lock of the store.
  private static func holding(_ store: StoreForm, _ file: String) -> [String] {
    let hold =
      store.isPropertyList
      ? "import fcntl; held = open(sys.argv[1] + '.lock'); fcntl.flock(held, fcntl.LOCK_EX)"
      : """
      import sqlite3
      held = sqlite3.connect(sys.argv[1], isolation_level=None)
      held.execute('BEGIN IMMEDIATE')
      """
    let script = "import subprocess, sys\n\(hold)\nsys.exit(subprocess.call(sys.argv[2:]))"
    return ["python3", "-c", script, file]
  }

  @Test(arguments: StoreForm.kinds, [false, true])
  func `ends a sign-in with 75 and changes nothing`(store: StoreForm, json: Bool) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let words = ["login", "hong"] + (json ? ["--json"] : [])
    let launch = try sandbox.launch(words, through: Self.holding(store, sandbox.file)) {
      $0.isGated = false
    }
    let ending = try await launch.run().expect(exit: 75, output: "")
    #expect(ending.errorText.contains(sandbox.file))
    #expect(ending.errorText.contains("Try again"))
    if json { #expect(try ending.error().code == "storeBusy") }
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
    #expect(try await sandbox.repository.accounts().count == 1)
  }

  @Test func `is a folder, too, in which a project file is to be written`() async throws {
    let sandbox = try Sandbox()
    let script = """
      import fcntl, os, subprocess, sys
      fcntl.flock(os.open(os.getcwd(), os.O_RDONLY), fcntl.LOCK_EX)
      sys.exit(subprocess.call(sys.argv[1:]))
      """
    let use = try sandbox.launch(["use", "hong"], through: ["python3", "-c", script]) {
      $0.isGated = false
    }
    let ending = try await use.run().expect(exit: 75, output: "")
    #expect(ending.errorText.contains("Try again"), "\(ending)")
  }

  @Test(arguments: StoreForm.kinds)
  func `defers the renewal of a session, and shows it at once`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let login = ["login", "mina", "--expires-in", "8h", "--sliding"]
    try await sandbox.launch(login).run().expect(exit: 0)
    let later = ["faketime", "-f", "+30m"]
    let wrapper = Self.holding(store, sandbox.file) + later
    let whoami = try await sandbox.moniker("whoami", through: wrapper)
    whoami.expect(exit: 0, output: "mina\n")
    #expect(whoami.errorText.contains("notice: The session was not renewed."), "\(whoami)")
    let status = try await sandbox.moniker("status", "--json").expect(exit: 0).document()
    #expect((status["remainingSeconds"] as? Int ?? .max) <= 28_800)
  }

  @Test(arguments: StoreForm.kinds)
  func `does not delay a command that changes nothing`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    for (words, status) in [
      (["logout"], 0), (["rename", "hong"], 4), (["switch", "hong"], 7), (["switch", "mina"], 4),
      (["sessions", "end", "--this"], 4), (["login", "moniker"], 65),
      (["profile", "edit", "--title", "t"], 4),
    ] as [([String], Int32)] {
      let launch = try sandbox.launch(words, through: Self.holding(store, sandbox.file)) {
        $0.isGated = false
      }
      try await launch.run().expect(exit: status)
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `can be read in the meantime`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let ending = try await sandbox.moniker(
      "whoami",
      through: Self.holding(store, sandbox.file)
    )
    ending.expect(exit: 0, output: "gildong\n", errors: "")
  }
}
