import CSQLite
import Foundation
import Glibc
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `An SQLite file` {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
  }

  /// Runs a script on the file.
  ///
  /// - Parameter system: the VFS that opens the file; nil for the default one, as other programs
  ///   use.
  private func execute(_ script: String, through system: SQLiteSystem? = nil) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(
      sqlite3_open_v2(
        path,
        &connection,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        system?.name
      ) == SQLITE_OK
    )
    var message: UnsafeMutablePointer<CChar>?
    defer { sqlite3_free(message) }
    let code = sqlite3_exec(connection, script, nil, nil, &message)
    guard code == SQLITE_OK else {
      throw SQLiteRefusal(text: message.map { String(cString: $0) } ?? "?")
    }
  }

  private struct SQLiteRefusal: Error {
    let text: String
  }

  private func bytes() throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }

  @Test func `of another program is refused unopened in any journal mode`() async throws {
    for journal in ["DELETE", "WAL"] {
      try execute("PRAGMA journal_mode = \(journal); CREATE TABLE IF NOT EXISTS other (x)")
      let before = try bytes()
      for failure in await SQLiteRepository(path: path, owner: .test).failures() {
        #expect(failure?.reason == .foreign)
        #expect(failure?.detail.contains("application ID none, not 0x4d4e4b52") == true)
      }
      #expect(try bytes() == before)
      #expect(folder.contents == ["store.sqlite"])
    }
  }

  @Test func `of a newer version is refused, and the error names both versions`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try bytes()
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .newer(found: 99, supported: 1))
      #expect(failure?.detail == "its schema is version 99, this program knows versions up to 1")
    }
    #expect(try bytes() == before)
  }

  @Test func `that becomes newer while it is open is refused from then on`() async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    try execute("PRAGMA user_version = 99")
    for failure in await store.failures() {
      #expect(failure?.reason == .newer(found: 99, supported: 1))
    }
  }

  @Test func `that is missing while its log exists is damaged, not new`() async throws {
    // A killed process leaves a log; then a user moved the database without it.
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
      #expect(failure?.detail.contains("store.sqlite-wal") == true)
    }
    #expect(folder.contents == ["store.sqlite-wal"])
  }

  @Test(arguments: ["DELETE FROM session", "DELETE FROM account"])
  func `whose active session refers to no session is damaged, and not signed out`(
    script: String
  ) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("PRAGMA foreign_keys = OFF; \(script)", through: .usual)
    #expect(await SQLiteRepository(path: path, owner: .test).failures()[0]?.reason == .damaged)
  }

  @Test(arguments: [1, 100, 4_095, 4_096, 20_000, 36_863])
  func `that is truncated is damaged`(size: Int) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try bytes()
    try whole.prefix(size).write(to: URL(filePath: path))
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    #expect(try bytes() == whole.prefix(size))
  }

  @Test(arguments: [18, 19])
  func `of an unknown format is damaged`(place: Int) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var damaged = try bytes()
    damaged[place] = 0x12
    try damaged.write(to: URL(filePath: path))
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    #expect(try bytes() == damaged)
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `beside a FIFO is refused without delay`(suffix: String) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    for name in folder.contents where name != "store.sqlite" {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    #expect(mkfifo(path + suffix, 0o600) == 0)
    #expect(await SQLiteRepository(path: path, owner: .test).failures()[0]?.reason == .unreachable)
  }

  @Test(arguments: [0, -1, -2_147_483_648])
  func `of a version that no store has is damaged, and can be repaired`(version: Int) async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    try execute("PRAGMA user_version = \(version)")
    for failure in await store.failures() { #expect(failure?.reason == .damaged) }
    await store.close()
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    #expect(try await SQLiteRepository(path: path, owner: .test).defects().count == 1)
    let records = try await SQLiteRepository(path: path, owner: .test).salvage().contents.all()
    #expect(records.count == 5)
  }

  @Test(arguments: ["BEFORE INSERT ON session", "AFTER UPDATE ON account"])
  func `with a trigger is damaged, and can be repaired`(event: String) async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    try execute("CREATE TRIGGER t \(event) BEGIN SELECT raise(IGNORE); END")
    await store.close()
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    let salvage = try await SQLiteRepository(path: path, owner: .test).salvage()
    #expect(salvage.losses.contains("the trigger t, which no store has"))
    #expect(try await salvage.contents.all().count == 5)
  }

  @Test func `without its tables is damaged`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("PRAGMA foreign_keys = OFF; DROP TABLE account")
    #expect(
      await SQLiteRepository(path: path, owner: .test).failures().map { $0?.reason }.first
        == .damaged
    )
  }

  /// Reading the view would never end.
  @Test(arguments: ["account", "session", "event", "active_session"])
  func `with a view in place of a table is damaged, and is not read`(table: String) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      DROP TABLE \(table);
      CREATE VIEW \(table) AS
        WITH RECURSIVE endless(number) AS (SELECT 1 UNION ALL SELECT number FROM endless)
        SELECT number, number AS id, number AS session, number AS account FROM endless;
      """
    )
    for failure in await SQLiteRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    #expect(try await SQLiteRepository(path: path, owner: .test).defects().count == 1)
    let salvage = try await SQLiteRepository(path: path, owner: .test).salvage()
    #expect(salvage.losses.contains("the view \(table), which no store has"))
    let nicknames = try await salvage.contents.all().compactMap { record in
      if case .account(let account, _, _, _) = record { account.nickname.text } else { nil }
    }
    // The events tell the account.
    #expect(nicknames == ["mina"])
  }

  @Test(arguments: [false, true])
  func `that must stay is not replaced by an empty one when it is removed`(isOpen: Bool)
    async throws
  {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    let store = SQLiteRepository(path: path, owner: .test, mustStay: true)
    if isOpen { try await store.signIn("jun", 2) }
    let count = isOpen ? 2 : 1
    #expect(try await store.summary().accountCount == count)
    let files = ["", "-wal", "-shm"].filter { access(path + $0, F_OK) == 0 }
    for file in files { #expect(rename(path + file, path + ".away" + file) == 0) }
    let read = await #expect(throws: StoreFailure.self) { try await store.summary() }
    #expect(read?.reason == .unreachable)
    await #expect(throws: NicknameError.self) { try await store.signIn("third", 3) }
    #expect(access(path, F_OK) != 0)
    for file in files { #expect(rename(path + ".away" + file, path + file) == 0) }
    try await store.signIn("third", 3)
    #expect(try await store.summary().accountCount == count + 1)
  }

  @Test func `whose log is removed while it is read is changed when the reader ends`() async throws
  {
    let store = SQLiteRepository(path: path, owner: .test, wait: .seconds(600))
    try await store.signIn("mina")
    let reader = try SQLiteConnection(path: path, location: path, wait: .zero)
    try reader.execute("BEGIN; SELECT count(*) FROM account")
    // The reader needs the database as it was before this change.
    try await store.signIn("jun", 2)
    #expect(unlink(path + "-wal") == 0)
    let signIn = Task { _ = try await store.signIn("third", 3) }
    for _ in 0..<100_000 {
      if await store.isWaitingForLock { break }
      await Task.yield()
    }
    try reader.execute("COMMIT")
    try await signIn.value
    #expect(try await store.summary().accountCount == 3)
    #expect(try await SQLiteRepository(path: path, owner: .test).summary().accountCount == 3)
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: [
    "UPDATE account SET id = 'no ID'",
    "UPDATE account SET nickname = ''",
    "UPDATE account SET nickname = 'a' || char(27)",
    "UPDATE account SET created_at = -1",
    "UPDATE session SET started_at = 9223372036854775807",
  ])
  func `with values that this program never writes is damaged`(script: String) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute(script)
    let failure = await SQLiteRepository(path: path, owner: .test).failures()[0]
    #expect(failure?.reason == .damaged)
  }

  @Test(arguments: [
    """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    SELECT 'another', nickname, nickname_key, 'b', 'b', 1 FROM account
    """,
    """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    SELECT 'another', nickname, 'b', nickname_skeleton, 'b', 1 FROM account
    """,
    """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    SELECT 'another', nickname, 'b', 'b', shown_skeleton, 1 FROM account
    """,
    """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    SELECT id, 'b', 'b', 'b', 'b', 1 FROM account
    """,
    """
    INSERT INTO session (id, account, started_at, last_seen_at)
    SELECT 'another', account, 1, 1 FROM session
    """,
    "INSERT INTO active_session (slot, session) SELECT 2, session FROM active_session",
    """
    INSERT INTO account (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at)
    VALUES ('i', 'n', 'k', 'k', 'k', 'text')
    """,
    "PRAGMA foreign_keys = ON; DELETE FROM account",
  ])
  func `rejects contradictory values by its constraints`(script: String) async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    #expect(throws: SQLiteRefusal.self) { try execute(script) }
  }

  @Test func `waits for another writer until its timeout, then is busy`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    try #require(sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    let store = SQLiteRepository(path: path, owner: .test, wait: .milliseconds(50))
    let failures = await store.failures()
    // Readers do not wait for a writer, nor does a renewal before its interval.
    #expect(failures[0...6].allSatisfy { $0 == nil })
    // Changes wait; switching to a missing account changes nothing.
    #expect(failures[7...11].allSatisfy { $0?.reason == .busy })
    #expect(failures[12]?.reason != .busy)
    try #require(sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    #expect(try await store.current().active?.account.nickname.text == "mina")
    try await store.signIn("gildong", 2)
  }

  @Test func `keeps its locks while another store of the process opens and closes`() async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    // If this process opened and closed the file directly, POSIX would release its locks. Another
    // process that closes the database would then consider itself the last one, and remove the log
    // that this process still writes.
    #expect(try await SQLiteRepository(path: path, owner: .test).accounts().count == 1)
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path, "SELECT count(*) FROM account"]
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(folder.contents.contains("store.sqlite-wal"))
    try await store.signIn("gildong", 2)
    #expect(try await SQLiteRepository(path: path, owner: .test).accounts().count == 2)
  }

  @Test func `keeps no row of a session and its events at a history limit of 0`() async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    try await store.set(StoreSettings(historyLimit: 0))
    let last = ChangeContext(at: Timestamp(millisecondsSince1970: 0))
    _ = try await store.end(.active, at: last, naming: 9)
    try execute(
      """
      CREATE TEMP TABLE none (x INTEGER NOT NULL CHECK (x = 0)) STRICT;
      INSERT INTO none SELECT count(*) FROM active_session;
      INSERT INTO none SELECT count(*) FROM session;
      INSERT INTO none SELECT count(*) FROM event;
      PRAGMA foreign_key_check;
      """
    )
  }

  @Test func `is in WAL mode, with our application ID and version`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    let header = [UInt8](try bytes().prefix(100))
    #expect(header[18] == 2 && header[19] == 2)
    #expect(Array(header[68..<72]) == Array("MNKR".utf8))
    #expect(Array(header[60..<64]) == [0, 0, 0, 1])
    // The pages have checksums.
    #expect(header[20] == 8)
  }

  @Test func `may have a name that looks like an instruction to SQLite`() async throws {
    let path = folder.file(":memory:")
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    #expect(try await SQLiteRepository(path: path, owner: .test).accounts().count == 1)
  }
}
