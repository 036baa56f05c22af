import Foundation
import Glibc
import MonikerDoubles
import Testing

extension StressTests {
  /// Tests of resources that the system has exhausted or does not provide.
  @Suite struct `Scarcity` {
    private func sandbox(_ store: StoreForm) async throws -> Sandbox {
      let sandbox = try Sandbox(store)
      try await sandbox.moniker("login", "mina").expect(exit: 0)
      return sandbox
    }

    private static let commands = [["whoami"], ["status"], ["login", "mina"], ["logout"]]

    @Test(arguments: StoreForm.kinds)
    func `of file descriptors is reported at every limit`(store: StoreForm) async throws {
      for limit in 3...20 {
        let sandbox = try await sandbox(store)
        let limiting = [String].shell("ulimit -n \(limit); exec \"$0\" \"$@\"")
        for command in Self.commands {
          let before = try sandbox.snapshot()
          let ending = try await sandbox.launch(command, through: limiting).run()
          switch ending.status {
          case .exited(0): continue
          case .exited(74): #expect(ending.errorText.contains("Too many open files"), "\(ending)")
          // The dynamic loader finds the libraries, or fails before the program begins.
          case .exited(127): #expect(ending.errorText.contains("shared libraries"), "\(ending)")
          default: Issue.record("\(command) with \(limit) descriptors: \(ending)")
          }
          #expect(ending.output.isEmpty)
          #expect(try sandbox.snapshot() == before, "\(command) with \(limit) descriptors")
        }
      }
    }

    /// Beyond the limit, the system sends a signal that would end the program.
    ///
    /// The message goes to a file here, so it cannot be written either.
    @Test(arguments: StoreForm.kinds)
    func `of file size is reported, and not fatal`(store: StoreForm) async throws {
      let sandbox = try await sandbox(store)
      // SQLite may leave an empty log and empty shared memory, which the next change uses.
      func content() throws -> [String: Snapshot.Entry] {
        try sandbox.snapshot().entries.filter { $0.value.bytes?.isEmpty != true }
      }
      let before = try content()
      let answer = sandbox.home.file("answer")
      let script = "ulimit -f 0; exec \"$0\" \"$@\" >'\(answer)'"
      for words in [["whoami"], ["status"], ["accounts", "list"]] {
        let ending = try await sandbox.launch(words, through: .shell(script)).run()
        ending.expect(exit: 74)
      }
      let login = [String].shell("ulimit -f 0; exec \"$0\" \"$@\"")
      try await sandbox.moniker("login", "hong", through: login).expect(exit: 74, output: "")
      try FileManager.default.removeItem(atPath: answer)
      #expect(try content() == before)
      try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n", errors: "")
      try await sandbox.moniker("login", "hong").expect(exit: 0)
    }

    @Test func `of file descriptors is reported in JSON`() async throws {
      let sandbox = try await sandbox(.byDefault)
      try await sandbox.expect(
        .inputOutput("Too many open files", "ulimit -n"),
        of: [["status"], ["login", "hong"]],
        through: .shell("ulimit -n 8; exec \"$0\" \"$@\"")
      )
    }

    private static let noThread = Refusal(
      exit: 1,
      code: "failure",
      words: ["threads", "temporarily unavailable", "ulimit -u"]
    )

    @Test(arguments: StoreForm.kinds, [1, 2, 5])
    func `of threads is reported, whichever thread cannot be created`(store: StoreForm, number: Int)
      async throws
    {
      let sandbox = try await sandbox(store)
      let withoutThreads = [String].failing("clone3", with: "EAGAIN", when: "\(number)+")
      try await sandbox.expect(
        Self.noThread,
        of: [["status"], ["login", "hong"]],
        through: withoutThreads
      )
      // A plain whoami creates no thread.
      try await sandbox.moniker("whoami", through: withoutThreads)
        .expect(exit: 0, output: "mina\n", errors: "")
    }

    /// The limits in kilobytes, from too little for any thread to enough for all.
    @Test(arguments: [("-d", 5_000), ("-v", 60_000)])
    func `of memory for threads is reported, or does not occur`(option: String, least: Int)
      async throws
    {
      let sandbox = try await sandbox(.byDefault)
      var statuses: Set<Ending.Status> = []
      var crashes: [String] = []
      for limit in stride(from: least, through: least + 60_000, by: 5_000) {
        let limiting = [String].shell("ulimit \(option) \(limit); exec \"$0\" \"$@\"")
        let accounts = try await sandbox.moniker("accounts", "list", through: limiting)
        statuses.insert(accounts.status)
        switch accounts.status {
        case .exited(0): #expect(accounts.outputText.contains("mina"), "\(accounts)")
        case .exited(1):
          #expect(accounts.errorText.contains("threads that it needs"), "\(accounts)")
        case .exited(74): #expect(accounts.errorText.contains("out of memory"), "\(accounts)")
        case .exited(127): #expect(accounts.errorText.contains("shared libraries"), "\(accounts)")
        case .killed(signal: SIGILL), .killed(signal: SIGTRAP), .killed(signal: SIGABRT):
          #expect(accounts.output.isEmpty, "\(limit): \(accounts)")
          crashes.append("\(limit): \(accounts)")
        default: Issue.record("\(limit): \(accounts)")
        }
      }
      #expect(statuses.isSuperset(of: [.exited(0), .exited(1)]), "\(statuses)")
      // At the exact limit, an allocation of Swift's runtime may fail first, which ends the
      // process.
      #expect(crashes.count <= 1, "\(crashes)")
    }

    @Test(arguments: [4, 5, 6, 7, 15, 16, 17, 18])
    func `of processes is reported, or does not occur`(limit: Int) async throws {
      try requireRoot()
      let sandbox = try await sandbox(.plist)
      for path in [sandbox.home.path, sandbox.folder, sandbox.file]
        + [".local", ".local/share"].map({
          sandbox.home.file($0)
        })
      {
        try #require(chmod(path, path == sandbox.file ? 0o644 : 0o755) == 0)
      }
      for (place, command) in [
        ["accounts", "list"],
        ["store", "copy", "--from", "plist:\(sandbox.file)", "--to", "sqlite:a"],
        ["store", "copy", "--from", "plist:\(sandbox.file)", "--to", "plist:a"],
      ].enumerated() {
        // Each run has its own user, since the limit counts all processes of a user, also those that
        // have just ended.
        let user = uid_t(61_000 + 100 * place + limit)
        let folder = sandbox.home.file("of \(user)")
        try #require(mkdir(folder, 0o700) == 0 && chown(folder, user, 0) == 0)
        let limiting = [
          "setpriv", "--reuid", "\(user)", "--clear-groups", "prlimit", "--nproc=\(limit)",
        ]
        let ending = try await sandbox.launch(command, through: limiting) { $0.folder = folder }
          .run()
        // The program itself and the threads that it reserves.
        if limit < (command[0] == "store" ? 17 : 6) {
          ending.expect(exit: 1)
          #expect(ending.errorText.contains("threads that it needs"), "\(ending)")
        } else {
          ending.expect(exit: 0)
        }
      }
    }

    @Test(arguments: ["ENOLCK", "ENOSYS", "EOPNOTSUPP"])
    func `of locks is reported`(error: String) async throws {
      let reason = [
        "ENOLCK": "No locks", "ENOSYS": "not implemented", "EOPNOTSUPP": "not supported",
      ]
      let words = "cannot lock it: \(error == "EOPNOTSUPP" ? "Operation " : "")"
      let plist = try await sandbox(.plist)
      let withoutFlock = [String].failing("flock", with: error)
      // Reading a property list needs no lock: the file is only ever replaced.
      try await plist.expectAnswers(through: withoutFlock)
      try await plist.expect(
        .unreachable(plist.file, reason[error] ?? "", String(words.prefix(15))),
        of: Sandbox.writing,
        through: withoutFlock
      )
      let sqlite = try await sandbox(.byDefault)
      try await sqlite.expect(
        .unreachable(sqlite.file, reason[error] ?? "", String(words.prefix(15))),
        through: .failing("fcntl", with: error)
      )
    }

    @Test(
      arguments: StoreForm.kinds,
      [("EDQUOT", "Disk quota exceeded"), ("ENOSPC", "No space left on device")]
    )
    func `of space is reported when a store is written`(
      store: StoreForm,
      error: (name: String, text: String)
    ) async throws {
      let sandbox = try await sandbox(store)
      let isPlist = store.isPropertyList
      let path = isPlist ? "\(sandbox.folder)/.moniker.plist.moniker-new" : sandbox.file + "-wal"
      let wrapper = [String].failing(isPlist ? "write" : "pwrite64", with: error.name, on: path)
      for command in Sandbox.writing {
        let ending = try await sandbox.launch(command, through: wrapper).run()
        ending.expect(exit: 74, output: "")
        // SQLite has its own messages for this error, and none for a quota.
        for word in [sandbox.folder, isPlist ? error.text : "disk", "the space left on it"] {
          #expect(ending.errorText.contains(word), "\(word) in \(ending)")
        }
        try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n", errors: "")
      }
    }

    @Test(arguments: StoreForm.kinds)
    func `of space on a small disk is reported, and the content stays`(
      store: StoreForm
    ) async throws {
      let sandbox = try Sandbox(store)
      let option = store.isPropertyList ? "plist" : "sqlite"
      // The unit is a page of four kilobytes: enough for the folders and the first sign-in.
      let script = """
        mount -t tmpfs -o size=256k,mode=700 tmpfs "$HOME" && cd "$HOME" || exit 99
        "$0" login mina --store \(option) -q || exit 98
        head -c 300000 /dev/zero >fill 2>/dev/null
        "$0" "$@" --store \(option)
        status=$?
        # The refused change leaves no more than was there, and reading needs no space.
        echo "$("$0" whoami --store \(option)) $("$0" status --store \(option) | head -c 9)"
        rm fill
        echo "$("$0" whoami --store \(option)) $status"
        "$0" login hong --store \(option) -q && "$0" whoami --store \(option)
        """
      for words in [["login", "hong"], ["login", "hong", "--json"]] {
        var launch = try sandbox.launch([], through: .mounting(script))
        launch.words += words
        let ending = try await launch.run()
        ending.expect(exit: 0, output: "mina Signed in\nmina 74\nhong\n")
        #expect(ending.errorText.contains("/moniker"), "\(ending)")
      }
    }
  }
}
