import Foundation
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData
@testable import MonikerFiles

@Suite(.timeLimit(.minutes(10))) struct `A database at rest` {
  private let folder: TemporaryFolder
  private let path: String
  private let file: SQLiteFile

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
    file = SQLiteFile(path: path, wait: .seconds(5))
  }

  /// Runs SQL in another process.
  private func sqlite3(_ sql: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path, sql]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  /// Creates the store, and closes its connection.
  private func make() async throws -> FileID {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    await store.close()
    return try #require(try file.fileID())
  }

  private func names(_ connection: SQLiteConnection) throws(StoreFailure) -> [String] {
    try connection.accounts(.first, in: .test).entries.map(\.account.nickname.text)
  }

  @Test func `is read without creating any file beside it`() async throws {
    let fileID = try await make()
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      #expect(folder.contents == ["store.sqlite"])
      return try names(connection)
    }
    #expect(read == ["mina"])
    #expect(folder.contents == ["store.sqlite"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `does not keep other files from being opened and closed while it is read`() async throws {
    let fileID = try await make()
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      // On another thread, as the lock that they would wait for may be one of this thread.
      let checked = DispatchSemaphore(value: 0)
      let version = Atomic(0)
      DispatchQueue(label: "other").async {
        // It opens the file, and closes it by way of the lease.
        let found = try? SQLiteHeader.check(file.file, of: .moniker)
        version.store(found ?? -1, ordering: .relaxed)
        checked.signal()
      }
      checked.wait()
      #expect(version.load(ordering: .relaxed) == 1)
      return try names(connection)
    }
    #expect(read == ["mina"])
  }

  @Test func `may have a path that begins with two slashes`() async throws {
    let fileID = try await make()
    let file = SQLiteFile(path: "/" + path, wait: .seconds(5))
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == ["mina"])
  }

  /// Closing any descriptor of the file would release the locks of this process.
  ///
  /// The other process would take the database for closed when it ends, and remove the log.
  @Test func `stays locked while it is open, whatever else this process reads of it`() async throws
  {
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    let other = SQLiteRepository(path: path, owner: .test, wait: .zero)
    let readings: [(String, () async throws -> Void)] = [
      (
        "salvage",
        {
          do { _ = try await store.salvage() }
          try await store.signIn("mina")
        }
      ),
      (
        "salvage of another store object",
        {
          let failure = await #expect(throws: StoreFailure.self) { try await other.salvage() }
          #expect(failure?.reason == .busy)
        }
      ),
      ("kind of the file", { _ = try StoreFileKind(ofFileAt: path) }),
      ("header", { try SQLiteHeader.check(file.file, of: .moniker) }),
      ("locks of the file system", { try file.file.refuseWithoutLocks() }),
      (
        "another store object",
        { _ = try await SQLiteRepository(path: path, owner: .test).current() }
      ),
    ]
    for (name, read) in readings {
      try await read()
      try sqlite3("SELECT count(*) FROM event")
      #expect(folder.contents.contains("store.sqlite-wal"), "\(name)")
    }
    await store.close()
    #expect(folder.contents == ["store.sqlite"])
    #expect(!OpenFileLease.isOpen(try #require(try file.fileID())))
  }

  @Test func `may have any name`() async throws {
    let path = folder.file("a b%20?#&=길😀\u{7F}.sqlite")
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("mina")
    await store.close()
    let file = SQLiteFile(path: path, wait: .seconds(5))
    let fileID = try #require(try file.fileID())
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == ["mina"])
  }

  @Test func `does not return a read during which another process wrote`() async throws {
    let fileID = try await make()
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      let before = try names(connection)
      #expect(throws: Never.self) { try sqlite3("UPDATE account SET nickname = 'other'") }
      return before
    }
    #expect(read == nil)
    // The concurrent write is in the log, and is not lost.
    #expect(
      try await SQLiteRepository(path: path, owner: .test).accounts().map(\.nickname.text) == [
        "other"
      ]
    )
  }

  @Test func `does not return a read during which it was replaced`() async throws {
    let fileID = try await make()
    let other = folder.file("other")
    try FileManager.default.copyItem(atPath: path, toPath: other)
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      #expect(rename(other, path) == 0)
      return try names(connection)
    }
    #expect(read == nil)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `has no file of SQLite beside it`(suffix: String) async throws {
    let fileID = try await make()
    try Data().write(to: URL(filePath: path + suffix))
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
  }

  @Test func `is not open by a connection of this process`() async throws {
    let fileID = try await make()
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("hong", 2)
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
    withExtendedLifetime(store) {}
  }

  @Test func `has no log that another process is about to remove`() async throws {
    let fileID = try await make()
    let script = """
      import fcntl, sys
      file = open(sys.argv[1], "r+b")
      fcntl.lockf(file, fcntl.LOCK_EX, 510, 0x40000002)
      print("locked", flush=True)
      sys.stdin.read()
      """
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Foundation starts the process with SIGTERM blocked; it ends when its input closes.
    defer { input.fileHandleForWriting.closeFile() }
    _ = output.fileHandleForReading.availableData
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
  }

  @Test func `is unlocked after the read, even if other processes have copies of its descriptor`()
    async throws
  {
    let fileID = try await make()
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    _ = try file.readAtRest(fileID) { _ throws(StoreFailure) in
      copies = (try? copiesOfOpenFiles(at: path)) ?? []
    }
    #expect(!copies.isEmpty)
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("gildong", 2)
    await store.close()
    // The last connection to close removes the log, unless others still have it open.
    #expect(folder.contents == ["store.sqlite"])
  }
}
