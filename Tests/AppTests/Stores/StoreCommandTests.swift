import Foundation
import MonikerData
import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct `A whole store` {
  /// Returns a home with two accounts, one of which is signed in.
  private func home(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    for words in [["login", "mina"], ["login", "hong"], ["logout"], ["switch", "mina"]] {
      try await sandbox.launch(words).run().expect(exit: 0)
    }
    return sandbox
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }

  private func export(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.moniker("store", "export").expect(exit: 0, errors: "").outputText
  }

  /// Overwrites a store's file with content that is no store.
  private func damage(_ sandbox: Sandbox) throws {
    try Data("this is no store".utf8).write(to: URL(fileURLWithPath: sandbox.file))
  }

  @Test(arguments: StoreForm.kinds)
  func `of version 1 is sound, and may be restored`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try sandbox.copyFixture()
    let before = try await sandbox.moniker("accounts", "list").expect(exit: 0).outputText
    try await sandbox.moniker("store", "check").expect(exit: 0, errors: "")
    let earlier = sandbox.home.file("earlier")
    try FileManager.default.moveItem(atPath: sandbox.file, toPath: earlier)
    try await sandbox.moniker("login", "newcomer").expect(exit: 0)
    try await sandbox.moniker("store", "restore", earlier).expect(exit: 0)
    let after = try await sandbox.moniker("accounts", "list").expect(exit: 0).outputText
    #expect(after == before)
  }

  @Test(arguments: StoreForm.kinds)
  func `refuses an export that contradicts itself, with its line`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    let before = try sandbox.snapshot()
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("robert"),
      createdAt: ManualClock().now
    )
    var text = ExportText()
    var bytes = try text.beginning()
    for record in [
      .account(account, lastSignedInAt: nil), .account(account, lastSignedInAt: nil),
      .metadata(.none),
    ] as [StoreRecord] {
      bytes += try text.line(for: record)
    }
    let path = sandbox.home.file("contradictory")
    try Data(bytes).write(to: URL(filePath: path))
    for words in [
      ["store", "import", path, "--store", "sqlite:new"],
      ["store", "import", path, "--store", "plist:new"], ["store", "import", path, "--merge"],
    ] {
      let ending = try await sandbox.launch(words).run().expect(exit: 65, output: "")
      #expect(
        ending.errorText.contains("line 3: two accounts have the same ID. Nothing was changed."),
        "\(ending)"
      )
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try sandbox.snapshot() == before)
  }

  /// Standard input stays open, so the import waits for more when it is interrupted.
  @Test func `leaves no file of an import that is interrupted`() async throws {
    let sandbox = try await home(.sqlite)
    // More than a batch, so that some records are staged before the end is read.
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("robert"),
      createdAt: ManualClock().now
    )
    var text = ExportText()
    var bytes = try text.beginning() + text.line(for: .account(account, lastSignedInAt: nil))
    for number in 1...2_000 {
      let event = HistoryEvent(
        sequence: number,
        time: ManualClock().now,
        kind: .renamed,
        accountID: account.id,
        nickname: "robert",
        sessionID: nil,
        deviceID: .local,
        origin: Origin()
      )
      bytes += try text.line(for: .event(event))
    }
    let beginning = sandbox.home.file("beginning")
    try Data(bytes).write(to: URL(filePath: beginning))
    let before = try sandbox.snapshot()
    let script = """
      set -m
      mkfifo pipe
      "$0" "$@" <pipe & import=$!
      set +m
      exec 3>pipe
      cat '\(beginning)' >&3
      until find '\(sandbox.home.path)' -name '*moniker-staging*' -size +0 | grep -q .; do
        kill -0 $import || exit 1
      done
      kill -INT $import; wait $import; echo "ended with $?"
      exec 3>&-; rm pipe
      """
    let words = ["store", "import", "--store", "sqlite:\(sandbox.home.file("new"))"]
    // Job control of bash: without it, a background process starts with Ctrl-C ignored.
    let launch = try sandbox.launch(words, through: ["/bin/bash", "-c", script]) {
      $0.isGated = false
    }
    try await launch.run().expect(exit: 0, output: "ended with 130\n", errors: "")
    #expect(try sandbox.snapshot() == before)
  }

  @Test(arguments: StoreForm.kinds)
  func `reports how much it holds`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    let text = try await sandbox.moniker("store", "info").expect(exit: 0, errors: "").outputText
    #expect(text.contains("Path:      \(sandbox.file)\n"))
    #expect(
      text.contains(
        "\nAccounts:  2, 0 with a profile\nSessions:  1 open, 1 ended\nEvents:    6 kept, "
      )
    )
    let document = try await sandbox.moniker("store", "info", "--json").expect(exit: 0).document()
    #expect(document["accounts"] as? Int == 2)
    #expect(document["profiles"] as? Int == 0)
    #expect(document["openSessions"] as? Int == 1)
    #expect(document["endedSessions"] as? Int == 1)
    #expect(document["events"] as? Int == 6)
    #expect(document["version"] as? Int == 1)
    #expect((document["sizeBytes"] as? Int ?? 0) > 1_000)
    #expect((document["store"] as? [String: Any])?["kind"] as? String == store.kind)
  }

  @Test(arguments: StoreForm.kinds)
  func `is reported as sound or damaged`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    try await sandbox.moniker("store", "check")
      .expect(exit: 0, output: "The store \(sandbox.file) is sound.\n", errors: "")
    try damage(sandbox)
    let text = try await sandbox.moniker("store", "check").expect(exit: 65, errors: "").outputText
    #expect(text.hasPrefix("The store \(sandbox.file) is damaged:\n  "))
    #expect(text.contains(sandbox.proposed("store restore", "FILE")))
    let document = try await sandbox.moniker("store", "check", "--json").expect(exit: 65).document()
    #expect(document["sound"] as? Bool == false)
    #expect((document["defects"] as? [String])?.count == 1)
  }

  @Test(arguments: StoreForm.kinds)
  func `is backed up, and replaces an existing file only on request`(
    store: StoreForm
  ) async throws {
    let sandbox = try await home(store)
    let before = try await export(sandbox)
    let backup = sandbox.home.file("b")
    try await sandbox.moniker("store", "backup", "b").expect(
      exit: 0,
      output: "Backed up 10 records from \(sandbox.file) to \(backup).\n",
      errors: ""
    )
    let attributes = try FileManager.default.attributesOfItem(atPath: backup)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let content = FileManager.default.contents(atPath: backup)
    try await sandbox.moniker("login", "later").expect(exit: 0)
    let error = try await sandbox.moniker("store", "backup", "b", "--json").expect(exit: 6).error()
    #expect(error.code == "storeNotEmpty")
    #expect(error.message.contains(backup) && error.message.contains("--force"), "\(error)")
    #expect(FileManager.default.contents(atPath: backup) == content)
    let option = "\(store.kind):\(backup)"
    try await sandbox.tool(Sandbox.program, "whoami", "--store", option)
      .expect(exit: 0, output: "mina\n")
    let same = try await sandbox.tool(
      Sandbox.program,
      "store",
      "export",
      "--store",
      option
    )
    same.expect(exit: 0, output: before)
    let document = try await sandbox.moniker("store", "backup", "b", "--force", "--json")
      .expect(exit: 0, errors: "").document()
    try await sandbox.tool(Sandbox.program, "whoami", "--store", option)
      .expect(exit: 0, output: "later\n")
    let kept = try #require(document["kept"] as? String)
    #expect(kept.hasPrefix(backup + ".replaced-"))
    try await sandbox.tool(
      Sandbox.program,
      "store",
      "export",
      "--store",
      "\(store.kind):\(kept)"
    ).expect(exit: 0, output: before)
    #expect(
      try names(in: sandbox.home.path) == [".local", "b", (kept as NSString).lastPathComponent]
    )
    // A backup that cannot be read is kept, too, and where nothing is replaced nothing is kept.
    try Data("junk".utf8).write(to: URL(fileURLWithPath: backup))
    let text = try await sandbox.moniker("store", "backup", "b", "--force").expect(exit: 0)
    let junk = try #require(text.outputText.split(separator: "\n").last?.split(separator: " ").last)
    #expect(FileManager.default.contents(atPath: String(junk)) == Data("junk".utf8))
    let new = try await sandbox.moniker("store", "backup", "c", "--force", "--json").expect(exit: 0)
    #expect(try new.document()["kept"] is NSNull)
  }

  @Test(arguments: StoreForm.kinds)
  func `is restored, and the replaced store is kept`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    let before = try await export(sandbox)
    try await sandbox.moniker("store", "backup", "b").expect(exit: 0)
    for isDamaged in [false, true] {
      try await sandbox.moniker("login", "later").expect(exit: 0)
      let replaced = try await export(sandbox)
      if isDamaged { try damage(sandbox) }
      let document = try await sandbox.moniker("store", "restore", "b", "--json")
        .expect(exit: 0, errors: "").document()
      #expect(document["action"] as? String == "restore")
      #expect(document["records"] as? Int == 10)
      let kept = try #require(document["kept"] as? String)
      #expect(try await export(sandbox) == before)
      #expect(kept.hasPrefix(sandbox.file + ".replaced-"))
      if isDamaged {
        #expect(FileManager.default.contents(atPath: kept) == Data("this is no store".utf8))
      } else {
        try await sandbox.tool(
          Sandbox.program,
          "store",
          "export",
          "--store",
          "\(store.kind):\(kept)"
        ).expect(exit: 0, output: replaced)
      }
      try FileManager.default.removeItem(atPath: kept)
      #expect(try names(in: sandbox.folder) == [(sandbox.file as NSString).lastPathComponent])
    }
    // In a home without a store, nothing is kept.
    try FileManager.default.removeItem(atPath: sandbox.file)
    let document = try await sandbox.moniker("store", "restore", "b", "--json").expect(exit: 0)
      .document()
    #expect(document["kept"] is NSNull)
    #expect(try await export(sandbox) == before)
  }

  @Test(arguments: StoreForm.kinds, [false, true])
  func `is kept under a name of its own, even twice in one moment`(
    store: StoreForm,
    isDamaged: Bool
  ) async throws {
    let sandbox = try await home(store)
    try await sandbox.moniker("store", "backup", "b").expect(exit: 0)
    var kept: Set<String> = []
    for _ in 0..<3 {
      if isDamaged { try damage(sandbox) }
      let restore = try await sandbox.moniker(
        "store",
        "restore",
        "b",
        "--json",
        through: .clock(at: "2026-01-31 08:00:00")
      )
      kept.insert(try #require(restore.expect(exit: 0).document()["kept"] as? String))
    }
    #expect(kept.count == 3)
    for path in kept {
      #expect(path.hasPrefix(sandbox.file + ".replaced-20260131T080000000Z-"))
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `leaves no copy that it does not name when a sync fails`(store: StoreForm) async throws {
    for number in 1...8 {
      let sandbox = try await home(store)
      try await sandbox.moniker("store", "backup", "b").expect(exit: 0)
      let restore = try await sandbox.moniker(
        "store",
        "restore",
        "b",
        through: .failing("fsync,fdatasync", with: "EIO", when: "\(number)")
      )
      for name in try names(in: sandbox.folder) where name.contains(".replaced-") {
        #expect(
          (restore.outputText + restore.errorText).contains(name),
          "call \(number): \(restore)"
        )
      }
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `is not replaced by an unsound store`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    let before = FileManager.default.contents(atPath: sandbox.file)
    try Data("junk".utf8).write(to: URL(fileURLWithPath: sandbox.home.file("junk")))
    try await sandbox.moniker("store", "export", "lines").expect(exit: 0)
    for (file, exit, code) in [
      ("junk", 65, "storeDamaged"), ("nothing", 69, "storeUnreachable"),
      ("lines", 65, "storeForeign"), (sandbox.file, 64, "usage"),
    ] as [(String, Int32, String)] {
      let error = try await sandbox.moniker("store", "restore", file, "--json")
        .expect(exit: exit).error()
      #expect(error.code == code, "\(error)")
      #expect(FileManager.default.contents(atPath: sandbox.file) == before)
    }
    #expect(try names(in: sandbox.folder) == [(sandbox.file as NSString).lastPathComponent])
  }

  @Test(arguments: [("sqlite", "plist"), ("plist", "sqlite"), ("sqlite", "sqlite:other")])
  func `is copied to a store of any kind with equal content`(from: String, to: String) async throws
  {
    let sandbox = try await home(from == "plist" ? .plist : .sqlite)
    let before = try await export(sandbox)
    func copy(_ words: String...) async throws -> Ending {
      try await sandbox.tool(
        Sandbox.program,
        "store",
        "copy",
        "--from",
        from,
        "--to",
        to,
        arguments: words
      )
    }
    try await copy().expect(exit: 0, errors: "")
    try await sandbox.tool(Sandbox.program, "store", "export", "--store", to)
      .expect(exit: 0, output: before)
    // The target is no longer empty.
    let error = try await copy("--json").expect(exit: 6).error()
    #expect(error.code == "storeNotEmpty" && error.message.contains("--merge"), "\(error)")
    let merged = try await copy("--merge", "--json").expect(exit: 0).document()
    #expect(merged["records"] as? Int == 0)
    try await sandbox.moniker("login", "more").expect(exit: 0)
    let added = try await copy("--merge", "--json").expect(exit: 0).document()
    #expect(added["records"] as? Int == 4)
    try await sandbox.tool(Sandbox.program, "accounts", "--store", to).expect(exit: 0)
  }

  @Test
  func `is not copied if it conflicts with the target, and the conflict is reported`() async throws
  {
    let sandbox = try await home(.sqlite)
    try await sandbox.tool(Sandbox.program, "login", "MINA", "--store", "plist").expect(exit: 0)
    let words = ["store", "copy", "--from", "sqlite", "--to", "plist", "--merge", "--json"]
    let error = try await sandbox.tool(Sandbox.program, arguments: words).expect(exit: 6).error()
    #expect(error.code == "storeConflict")
    #expect(error.message.contains("MINA"))
    try await sandbox.tool(Sandbox.program, "whoami", "--store", "plist")
      .expect(exit: 0, output: "MINA\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `passes as lines through a pipe`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    let lines = try await export(sandbox)
    let other = store.isPropertyList ? "sqlite" : "plist"
    try await sandbox.tool(
      Sandbox.program,
      "store",
      "import",
      "--store",
      other,
      input: Array(lines.utf8)
    ).expect(exit: 0, errors: "")
    try await sandbox.tool(Sandbox.program, "store", "export", "--store", other)
      .expect(exit: 0, output: lines)
    // A truncated import changes nothing and leaves nothing.
    let cut = Array(lines.utf8.dropLast(40))
    let third = "\(store.kind):\(sandbox.home.file("third"))"
    let error = try await sandbox.tool(
      Sandbox.program,
      "store",
      "import",
      "--json",
      "--store",
      third,
      input: cut
    ).expect(exit: 65).error()
    #expect(error.message.contains("standard input"))
    #expect(try names(in: sandbox.home.path) == [".local"])
  }

  @Test(arguments: ["ln -s /dev/full place", "mkfifo place", "mkdir place"])
  func `as lines takes the place of a file and of nothing else`(making script: String) async throws
  {
    let sandbox = try await home(.sqlite)
    let place = sandbox.home.file("place")
    try await sandbox.launch([], through: .shell(script)) { $0.folder = sandbox.home.path }.run()
      .expect(exit: 0)
    let before = try FileManager.default.attributesOfItem(atPath: place)[.type] as? String
    for words in [["store", "export", place], ["store", "export", place, "--force"]] {
      let ending = try await sandbox.launch(words).run().expect(exit: 74, output: "")
      #expect(ending.errorText.contains(place), "\(ending)")
    }
    #expect(try FileManager.default.attributesOfItem(atPath: place)[.type] as? String == before)
    #expect(sandbox.home.contents.allSatisfy { !$0.contains("replaced") })
  }

  @Test
  func `as lines is a private file, and is not overwritten`() async throws {
    let sandbox = try await home(.sqlite)
    try await sandbox.moniker("store", "export", "lines").expect(exit: 0)
    let path = sandbox.home.file("lines")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try await sandbox.moniker("store", "export", "lines").expect(exit: 6)
    try await sandbox.moniker("login", "later").expect(exit: 0)
    let earlier = FileManager.default.contents(atPath: path)
    let forced = try await sandbox.moniker("store", "export", "lines", "--force", "--json")
      .expect(exit: 0).document()
    let kept = try #require(forced["kept"] as? String)
    #expect(kept.hasPrefix(path + ".replaced-"))
    #expect(FileManager.default.contents(atPath: kept) == earlier)
    let lines = try await export(sandbox)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == lines)
    let new = try await sandbox.moniker("store", "export", "new", "--force", "--json")
      .expect(exit: 0).document()
    #expect(new["kept"] is NSNull)
    let before = FileManager.default.contents(atPath: sandbox.file)
    for itself in [sandbox.file, ".local/share/./moniker/moniker.sqlite"] {
      try await sandbox.moniker("store", "export", itself, "--force").expect(exit: 64)
      #expect(FileManager.default.contents(atPath: sandbox.file) == before)
    }
    try await sandbox.moniker("store", "import", "lines").expect(exit: 6)
    try await sandbox.moniker("store", "import", "lines", "--merge").expect(exit: 0)
    var launch = try sandbox.launch(["store", "export"])
    launch.output = .closedPipe
    try await launch.run().expect(exit: 0, errors: "")
    let full = [String].shell(#"exec "$0" "$@" >/dev/full"#)
    try await sandbox.moniker("store", "export", through: full).expect(exit: 74)
  }

  @Test(arguments: ["plist:/x", "sqlite:x", "plist:", "memory:x"])
  func `is not taken for a file`(name: String) async throws {
    let sandbox = try await home(.sqlite)
    for command in ["backup", "restore", "export", "import"] {
      let ending = try await sandbox.moniker("store", command, name, "--json")
      #expect(try ending.expect(exit: 64).error().code == "usage", "\(command)")
      #expect(try ending.error().message.contains(name), "\(command)")
    }
    #expect(try names(in: sandbox.home.path) == [".local"])
  }

  @Test(arguments: StoreForm.kinds)
  func `is repaired from what can be read of it`(store: StoreForm) async throws {
    let sandbox = try await home(store)
    try await sandbox.moniker("store", "repair")
      .expect(exit: 0, output: "The store \(sandbox.file) is sound.\n", errors: "")
    var content = try Data(contentsOf: URL(fileURLWithPath: sandbox.file))
    content.removeLast(store.isPropertyList ? 30 : 4_096)
    try content.write(to: URL(fileURLWithPath: sandbox.file))
    try await sandbox.moniker("store", "check").expect(exit: 65)
    let document = try await sandbox.moniker("store", "repair", "--json").expect(exit: 0).document()
    // The last page of the database belongs to an index, which is rebuilt.
    #expect((document["losses"] as? [String])?.isEmpty == !store.isPropertyList)
    let kept = try #require(document["kept"] as? String)
    #expect(FileManager.default.contents(atPath: kept) == content)
    try await sandbox.moniker("store", "check").expect(exit: 0)
    let accounts = try await sandbox.launch(["accounts", "list"]).run().expect(exit: 0).outputText
    #expect(accounts.contains("mina") && accounts.contains("hong"))
  }

  @Test
  func `in memory has no file`() async throws {
    let sandbox = try await home(.sqlite)
    try await sandbox.moniker("store", "backup", "b").expect(exit: 0)
    for words in [["backup", "x"], ["restore", "b"], ["repair"]] {
      let words = ["store"] + words + ["--store", "memory", "--json"]
      let error = try await sandbox.tool(Sandbox.program, arguments: words).expect(exit: 64).error()
      #expect(error.code == "usage")
    }
  }
}
