import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite(.timeLimit(.minutes(10))) struct `A database at rest` {
  private let folder: TemporaryFolder
  private let path: String
  private let file: SQLiteFile

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
    file = SQLiteFile(path: path, wait: .seconds(5))
  }

  /// Runs SQL in a process of its own.
  private func sqlite3(_ sql: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path, sql]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  /// Makes the store, and closes its connection.
  private func make() async throws -> SQLiteFile.FileID {
    let store = SQLiteRepository(path: path)
    try await store.signIn("mina")
    await store.close()
    return try #require(try file.fileID())
  }

  private func names(_ connection: SQLiteConnection) throws(StoreFailure) -> [String] {
    try connection.accounts().map(\.nickname.text)
  }

  @Test func `is read without anything being made beside it`() async throws {
    let fileID = try await make()
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      #expect(folder.contents == ["store.sqlite"])
      return try names(connection)
    }
    #expect(read == ["mina"])
    #expect(folder.contents == ["store.sqlite"])
  }

  @Test func `may have any name`() async throws {
    let path = folder.file("a b%20?#&=길😀\u{7F}.sqlite")
    let store = SQLiteRepository(path: path)
    try await store.signIn("mina")
    await store.close()
    let file = SQLiteFile(path: path, wait: .seconds(5))
    let fileID = try #require(try file.fileID())
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == ["mina"])
  }

  @Test func `does not count as read if somebody writes meanwhile`() async throws {
    let fileID = try await make()
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      let before = try names(connection)
      #expect(throws: Never.self) { try sqlite3("UPDATE account SET nickname = 'other'") }
      return before
    }
    #expect(read == nil)
    // What was written meanwhile is in the log, and nothing of it is lost.
    #expect(try await SQLiteRepository(path: path).accounts().map(\.nickname.text) == ["other"])
  }

  @Test func `does not count as read if it is replaced meanwhile`() async throws {
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
  func `is none while something of SQLite's stands beside it`(suffix: String) async throws {
    let fileID = try await make()
    try Data().write(to: URL(filePath: path + suffix))
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
  }

  @Test func `is none while a connection of this process has it open`() async throws {
    let fileID = try await make()
    let store = SQLiteRepository(path: path)
    try await store.signIn("hong", 2)
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
    withExtendedLifetime(store) {}
  }

  @Test func `is none while another process is about to end a log`() async throws {
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
    // Foundation starts it with SIGTERM blocked; it ends when its input does.
    defer { input.fileHandleForWriting.closeFile() }
    _ = output.fileHandleForReading.availableData
    let read = try file.readAtRest(fileID) { connection throws(StoreFailure) in
      try names(connection)
    }
    #expect(read == nil)
  }

  @Test func `is unlocked when it has been read, whoever has a copy of it`() async throws {
    let fileID = try await make()
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    _ = try file.readAtRest(fileID) { _ throws(StoreFailure) in
      copies = (try? copiesOfOpenFiles(at: path)) ?? []
    }
    #expect(!copies.isEmpty)
    let store = SQLiteRepository(path: path)
    try await store.signIn("gildong", 2)
    await store.close()
    // Whoever closes it last ends its log, unless others still have it.
    #expect(folder.contents == ["store.sqlite"])
  }
}
