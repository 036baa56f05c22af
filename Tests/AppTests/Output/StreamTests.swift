import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct `The answer` {
  private static let answers = [
    ["whoami"], ["status"], ["login", "gildong"], ["rename", "hong"], ["logout"], ["--help"],
    ["--version"], ["help", "login"], ["--generate-completion-script", "bash"],
  ]

  private func signedIn() async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    return sandbox
  }

  @Test(arguments: answers, [">/dev/full", ">&-"])
  func `that cannot be written ends the command with 74`(
    words: [String],
    redirection: String
  ) async throws {
    let sandbox = try await signedIn()
    let shell = [String].shell(#"exec "$0" "$@" "# + redirection)
    let text = try await sandbox.launch(words, through: shell).run().expect(exit: 74, output: "")
    #expect(text.errorText.hasPrefix("error: "))
    #expect(text.errorText.contains("standard output"))
  }

  @Test(arguments: ["whoami", "status", "logout"])
  func `that cannot be written is reported in JSON if the answer is JSON`(
    command: String
  ) async throws {
    let sandbox = try await signedIn()
    let shell = [String].shell(#"exec "$0" "$@" >/dev/full"#)
    let error = try await sandbox.moniker(command, "--json", through: shell).expect(exit: 74)
      .error()
    #expect(error.code == "inputOutput")
  }

  @Test(arguments: answers)
  func `whose reader has closed is no failure`(words: [String]) async throws {
    let sandbox = try await signedIn()
    let launch = try sandbox.launch(words) { $0.output = .closedPipe }
    try await launch.run().expect(exit: 0, errors: "")
  }

  @Test func `whose reader has closed keeps the exit status`() async throws {
    let status = try await Sandbox().moniker("status") { $0.output = .closedPipe }
    status.expect(exit: 4, errors: "")
  }

  @Test func `goes through a pipe whose reader closes early`() async throws {
    let sandbox = try await signedIn()
    let shell = [String].shell(#"{ "$0" "$@"; echo "$?" >&2; } | true"#)
    try await sandbox.moniker("whoami", through: shell).expect(exit: 0, output: "", errors: "0\n")
  }

  /// perl-base is a part of every Debian.
  @Test func `waits for a slow reader of a pipe that does not block`() async throws {
    let sandbox = try await signedIn()
    let words = ["--generate-completion-script", "zsh"]
    let whole = try await sandbox.launch(words).run().expect(exit: 0).outputText.utf8.count
    #expect(whole > 8_192)
    // 1031 is F_SETPIPE_SZ of Linux: the script is larger than the pipe.
    let unblock = """
      use Fcntl; fcntl(STDOUT, 1031, 4096) or die; fcntl(STDOUT, F_SETFL, O_NONBLOCK | O_WRONLY) or die;
      exec @ARGV
      """
    let shell = [String].shell(
      "{ perl -e '\(unblock)' \"$0\" \"$@\"; echo \"$?\" >&2; } | { sleep 0.2; wc -c; }"
    )
    let text = try await sandbox.launch(words, through: shell).run().expect(exit: 0)
    #expect(text.errorText == "0\n")
    #expect(text.outputText == "\(whole)\n")
  }

  @Test func `of an import waits for a slow writer of a pipe that does not block`() async throws {
    let sandbox = try await signedIn()
    let export = sandbox.home.file("export")
    try await sandbox.moniker("store", "export", export).expect(exit: 0)
    let unblock = "use Fcntl; fcntl(STDIN, F_SETFL, O_NONBLOCK) or die; exec @ARGV"
    let shell = [String].shell(
      "{ sleep 0.2; cat '\(export)'; } | perl -e '\(unblock)' \"$0\" \"$@\""
    )
    let words = ["store", "import", "--store", "plist:\(sandbox.home.file("new.plist"))"]
    try await sandbox.launch(words, through: shell).run().expect(exit: 0)
  }

  @Test(
    arguments: StoreForm.kinds,
    [
      ("<&-", 0), (">&-", 74), ("2>&-", 0), ("<&- >&-", 74), (">&- 2>&-", 74),
      ("<&- >&- 2>&-", 74),
    ]
  )
  func `is never written into the store if streams are closed`(
    store: StoreForm,
    closed: (redirections: String, lost: Int32)
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let shell = [String].shell(#"exec "$0" "$@" "# + closed.redirections)
    let lost = closed.lost
    try await sandbox.moniker("login", "hong", through: shell).expect(exit: lost)
    try await sandbox.moniker("rename", "", through: shell).expect(exit: 65)
    try await sandbox.moniker("whoami", through: shell).expect(exit: lost)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "hong\n", errors: "")
    let accounts = try await sandbox.repository.accounts()
    #expect(accounts.map(\.nickname.text) == ["gildong", "hong"])
  }

  @Test(arguments: ["-q", "--quiet"])
  func `is omitted under --quiet if it only confirms`(
    flag: String
  ) async throws {
    let sandbox = try Sandbox()
    // The nickname has another letter case: the notice about the spelling is omitted too.
    try await sandbox.moniker("login", "gildong", flag).expect(exit: 0, output: "", errors: "")
    try await sandbox.moniker("login", "GILDONG", flag).expect(exit: 0, output: "", errors: "")
    try await sandbox.moniker("rename", "hong", flag).expect(exit: 0, output: "", errors: "")
    try await sandbox.moniker("whoami", flag).expect(exit: 0, output: "hong\n", errors: "")
    let status = try await sandbox.moniker("status", flag).expect(exit: 0, errors: "")
    #expect(status.outputText.contains("hong"))
    try await sandbox.moniker("logout", flag).expect(exit: 0, output: "", errors: "")
    try await sandbox.moniker("logout", flag).expect(exit: 0, output: "", errors: "")
  }

  @Test func `is given in JSON, and errors are reported, under --quiet too`() async throws {
    let sandbox = try Sandbox()
    let error = try await sandbox.moniker("whoami", "-q").expect(exit: 4, output: "")
    #expect(error.errorText.contains("Nobody is signed in"))
    let login = try await sandbox.moniker("login", "gildong", "--json", "--quiet").expect(exit: 0)
    #expect(try login.document()["nickname"] as? String == "gildong")
  }
}
