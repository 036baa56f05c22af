import MonikerDomain
import MonikerDoubles
import Testing

extension StressTests {
  /// The tests are serialized: each starts about eight concurrent processes.
  @Suite struct `Many concurrent processes` {
    private static let processes = 8

    /// Runs eight concurrent shells, each of which repeats one command.
    ///
    /// The words are the shell's: `$program` and `$store` are the program and the store, `$shell`
    /// numbers the shells, `$n` the runs of each.
    private func run(
      _ words: @Sendable (_ shell: Int) -> String,
      times: Int,
      in sandbox: Sandbox
    ) async throws {
      let endings = try await withThrowingTaskGroup(of: Ending.self) { group in
        for shell in 1...Self.processes {
          // The shell's arguments after the program: the command, --store, the store, the number.
          let script = """
            program=$0 store=$3 shell=$4 n=0
            while [ $n -lt \(times) ]; do
              n=$((n + 1))
              \(words(shell)) || exit
            done
            """
          let launch = try sandbox.launch(["login", "\(shell)"], through: .shell(script)) {
            $0.isGated = false
          }
          group.addTask { try await launch.run() }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for ending in endings { ending.expect(exit: 0, output: "", errors: "") }
    }

    private static func login(_ nickname: String) -> String {
      retrying(#"login --quiet --store "$store" "\#(nickname)""#)
    }

    /// A command that is retried while the store is busy, as its exit status demands: how long
    /// eight processes wait for each other depends on the machine.
    private static func retrying(_ command: String) -> String {
      """
      { while :; do
          said=$("$program" \(command) 2>&1) && break
          status=$?
          [ $status = 75 ] || { printf '%s\n' "$said" >&2; exit $status; }
        done; }
      """
    }

    @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
    func `sign in under 200 nicknames, and every account is kept`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await run({ _ in Self.login("p$shell-$n") }, times: 25, in: sandbox)
      let accounts = try await sandbox.repository.accounts()
      let expected = (1...Self.processes).flatMap { shell in (1...25).map { "p\(shell)-\($0)" } }
      #expect(Set(accounts.map(\.nickname.text)) == Set(expected))
      #expect(accounts.count == expected.count)
      let open = try await sandbox.repository.sessions(endedLimit: 0).entries
      #expect(open.count == expected.count)
    }

    @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
    func `sign in under one nickname, which gets one account`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await run({ _ in Self.login("same$n") }, times: 5, in: sandbox)
      let accounts = try await sandbox.repository.accounts()
      #expect(accounts.map(\.nickname.text).sorted() == (1...5).map { "same\($0)" })
      #expect(try await sandbox.repository.sessions(endedLimit: 0).entries.count == 5)
    }

    @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
    func `never see a partly written store`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "first").expect(exit: 0)
      let whoami = #"test -n "$("$program" whoami --store "$store")""#
      try await run({ $0 % 2 == 0 ? Self.login("w$shell-$n") : whoami }, times: 25, in: sandbox)
    }

    @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
    func `back the store up as of one moment while others write`(store: StoreForm) async throws {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "first").expect(exit: 0)
      let backup = Self.retrying(#"store backup --store "$store" "b$shell-$n""#)
      try await run({ $0 % 2 == 0 ? Self.login("w$shell-$n") : backup }, times: 6, in: sandbox)
      for shell in stride(from: 1, through: Self.processes, by: 2) {
        for number in 1...6 {
          let backup = store.repository(at: sandbox.home.file("b\(shell)-\(number)"))
          #expect(try await backup.defects() == [])
          // Each account, its session and their events were added in one transaction.
          let summary = try await backup.summary()
          #expect(summary.accountCount == summary.openSessionCount + summary.endedSessionCount)
          #expect(summary.eventCount == 2 * summary.accountCount)
        }
      }
    }
  }
}
