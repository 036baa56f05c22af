import Foundation
import MonikerDomain
import Testing

@Suite struct `Other programs` {
  private let name = #"길동 & <b> 'q' "z" 👩👧👦"#

  @Test(arguments: [StoreForm.plist, .plistAtPath])
  func `read the property list`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let whoami = try await sandbox.moniker("login", name, "--json").expect(exit: 0).document()
    let script = """
      import json, plistlib, sys
      with open(sys.argv[1], "rb") as file: print(json.dumps(plistlib.load(file)))
      """
    let python = try await sandbox.tool("python3", "-c", script, sandbox.file).expect(exit: 0)
    let root = try python.document()
    #expect(
      Set(root.keys) == [
        "format", "version", "accounts", "sessions", "activeSession", "events", "lastEvent",
        "endedSessions", "checksum", "eventsChecksum",
      ]
    )
    #expect(root["format"] as? String == "moniker")
    #expect(root["version"] as? Int == 1)
    #expect(root["activeSession"] as? String == whoami["sessionID"] as? String)

    let accounts = try #require(root["accounts"] as? [[String: Any]])
    #expect(accounts.map { $0["nickname"] as? String } == ["gildong", name])
    let keys: Set = [
      "id", "nickname", "nicknameKey", "nicknameSkeleton", "nicknameShownSkeleton", "createdAt",
      "lastSignedInAt",
    ]
    #expect(accounts.allSatisfy { Set($0.keys) == keys })
    #expect(accounts.last?["id"] as? String == whoami["accountID"] as? String)

    let sessions = try #require(root["sessions"] as? [[String: Any]])
    #expect(sessions.map { $0["account"] as? String } == accounts.map { $0["id"] as? String })
    for session in sessions {
      let keys = Set(session.keys)
      #expect(
        keys.isSuperset(of: ["place", "id", "account", "startedAt", "lastSeenAt"]),
        "\(keys)"
      )
      #expect(
        keys.isSubset(
          of: ["place", "id", "account", "startedAt", "lastSeenAt", "host", "terminal"]
        )
      )
    }
    let table = try #require(root["events"] as? String)
    let events = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(events.allSatisfy { $0.count == 10 })
    let kinds = ["1accountAdded", "2signedIn", "3accountAdded", "4signedIn"]
    #expect(events.map { "\($0[0])\($0[2])" } == kinds)
    #expect(events.last?[7] == name[...])
    let startedAt = try #require(sessions.last?["startedAt"] as? Int64)
    let signedInAt = try #require(whoami["signedInAt"] as? String)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let seconds = try style.parse(signedInAt).timeIntervalSince1970
    #expect(Int64((seconds * 1000).rounded()) == startedAt)
  }

  @Test func `compute the checksums of the property list from their description`() async throws {
    let sandbox = try Sandbox(.plist)
    for words in [["login", name], ["login", "gildong"], ["logout"], ["login", "mina"]] {
      try await sandbox.launch(words).run().expect(exit: 0)
    }
    let script = """
      with open(sys.argv[1], "rb") as file: root = plistlib.load(file)
      for key in ["eventsChecksum", "checksum"]: print(checksum(root, key) == root[key])
      """
    try await sandbox.tool("python3", "-c", propertyListChecksumScript + script, sandbox.file)
      .expect(exit: 0, output: "True\nTrue\n")
  }

  @Test func `find no active session in the property list after a sign-out`() async throws {
    let sandbox = try Sandbox(.plist)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    let script = """
      import plistlib, sys
      with open(sys.argv[1], "rb") as file: root = plistlib.load(file)
      reasons = [row.split("\\t")[10] for row in root["endedSessions"].split("\\n")]
      print(repr(root["activeSession"]), reasons, len(root["accounts"]))
      """
    try await sandbox.tool("python3", "-c", script, sandbox.file)
      .expect(exit: 0, output: "'' ['signedOut'] 1\n")
  }

  @Test func `keep their own keys in the property list`() async throws {
    let sandbox = try Sandbox(.plist)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let add = """
      import plistlib, sys
      with open(sys.argv[1], "rb") as file: root = plistlib.load(file)
      root["theirs"] = {"a": [1, 2.5, True, b"bytes"]}
      with open(sys.argv[1], "wb") as file: plistlib.dump(root, file, fmt=plistlib.FMT_BINARY)
      """
    try await sandbox.tool("python3", "-c", add, sandbox.file).expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
    try await sandbox.moniker("rename", "hong").expect(exit: 0)
    let show = """
      import plistlib, sys
      with open(sys.argv[1], "rb") as file: print(plistlib.load(file)["theirs"])
      """
    try await sandbox.tool("python3", "-c", show, sandbox.file)
      .expect(exit: 0, output: "{'a': [1, 2.5, True, b'bytes']}\n")
  }

  @Test(arguments: [StoreForm.sqlite, .sqliteAtPath])
  func `read the database`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let whoami = try await sandbox.moniker("login", name, "--json").expect(exit: 0).document()
    try await sql("PRAGMA integrity_check", in: sandbox, gives: "ok")
    try await sql("PRAGMA foreign_key_check", in: sandbox, gives: nil)
    // "MNKR" in ASCII.
    try await sql("PRAGMA application_id", in: sandbox, gives: "\(0x4D4E_4B52)")
    try await sql("PRAGMA user_version", in: sandbox, gives: "1")
    try await sql("PRAGMA journal_mode", in: sandbox, gives: "wal")
    try await sql("SELECT count(*) FROM account", in: sandbox, gives: "2")
    try await sql(
      """
      SELECT account.nickname, account.id, session.id FROM active_session
      JOIN session ON session.number = active_session.session
      JOIN account ON account.number = session.account
      """,
      in: sandbox,
      gives: ["nickname", "accountID", "sessionID"].map { whoami[$0] as? String ?? "" }
        .joined(separator: "|")
    )
  }

  @Test func `find no row of the active session after a sign-out`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try await sandbox.moniker("logout").expect(exit: 0)
    try await sql("SELECT count(*) FROM active_session", in: sandbox, gives: "0")
    try await sql("SELECT end_reason FROM session", in: sandbox, gives: "signedOut")
    try await sql("SELECT count(*) FROM account", in: sandbox, gives: "1")
  }

  private func sql(_ query: String, in sandbox: Sandbox, gives line: String?) async throws {
    try await sandbox.tool("sqlite3", sandbox.file, query)
      .expect(exit: 0, output: line.map { $0 + "\n" } ?? "", errors: "")
  }
}
