import CSQLite
import Foundation
import MonikerContract
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData
@testable import MonikerFiles

@Suite(.serialized) struct `The log of an SQLite store` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store-wal")
    // SQLite gives its log the permissions of the database.
    try Data().write(to: URL(filePath: folder.file("store")))
  }

  /// The content of the log file.
  private func content() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  @Test func `is in the file once it is synced, and before that in memory`() throws {
    let log = try OpenLog(path: path)
    #expect(log.write([1, 2, 3], at: 0) == SQLITE_OK)
    #expect(log.write([4, 5], at: 3) == SQLITE_OK)
    #expect(try content().isEmpty)
    #expect(log.sync() == SQLITE_OK)
    #expect(try content() == [1, 2, 3, 4, 5])
  }

  @Test func `returns what was written to it, synced or not`() throws {
    let log = try OpenLog(path: path)
    #expect(log.write([1, 2, 3, 4], at: 0) == SQLITE_OK)
    #expect(log.read(2, at: 1) == .success([2, 3]))
    #expect(log.write([9], at: 2) == SQLITE_OK)
    #expect(log.read(4, at: 0) == .success([1, 2, 9, 4]))
  }

  @Test func `is not written by a read of another range`() throws {
    let log = try OpenLog(path: path)
    #expect(log.write([1, 2, 3, 4], at: 0) == SQLITE_OK)
    #expect(log.sync() == SQLITE_OK)
    #expect(log.write([5, 6], at: 4) == SQLITE_OK)
    #expect(log.read(4, at: 0) == .success([1, 2, 3, 4]))
    #expect(try content() == [1, 2, 3, 4])
  }

  /// A commit among them was refused, so it must not reach the disk later.
  @Test func `drops what could not be written, and fails until it is opened again`() throws {
    do {
      let log = try OpenLog(path: path)
      #expect(log.write([1, 2], at: 0) == SQLITE_OK)
      #expect(log.sync() == SQLITE_OK)
      #expect(log.write([3], at: 2) == SQLITE_OK)
      OpenLog.isFull.store(true, ordering: .relaxed)
      defer { OpenLog.isFull.store(false, ordering: .relaxed) }
      #expect(log.sync() == SQLITE_FULL)
      OpenLog.isFull.store(false, ordering: .relaxed)
      #expect(log.sync() == SQLITE_IOERR)
      #expect(log.write([7], at: 1_000) == SQLITE_IOERR)
      #expect(log.size() == .failure(.init(code: SQLITE_IOERR)))
      #expect(log.truncate(to: 0) == SQLITE_IOERR)
      // What was synced before can still be read.
      #expect(log.read(2, at: 0) == .success([1, 2]))
    }
    #expect(try content() == [1, 2])
    let log = try OpenLog(path: path)
    #expect(log.write([4], at: 2) == SQLITE_OK)
    #expect(log.sync() == SQLITE_OK)
    #expect(try content() == [1, 2, 4])
  }

  /// The frames of a commit are in the log before they can be read: a watcher that reads right
  /// after an event of the files is notified again.
  @Test(.timeLimit(.minutes(10)))
  func `notifies its watchers when a commit can be read`() async throws {
    let path = folder.file("watched")
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.signIn("first", 1)
    let reader = try LastEvent(path: path)
    let (events, event) = AsyncStream.makeStream(of: Int.self)
    let watch = try FileWatch(path) { event.yield(reader.number) }
    var seen = events.makeAsyncIterator()
    for number in 2...50 {
      try await store.signIn("n\(number)", UInt64(number))
      while let last = await seen.next(), last < 2 * number {}
    }
    withExtendedLifetime(watch) {}
    await store.close()
  }

  @Test(.timeLimit(.minutes(10)), arguments: [1, 30])
  func `notifies its watchers before the store waits for another writer`(
    waitingCount: Int
  ) async throws {
    let path = folder.file("watched")
    let store = SQLiteRepository(path: path, owner: .test, wait: .seconds(3_600))
    try await store.signIn("first", 1)
    let holder = try SQLiteConnection(path: path, location: path, wait: .seconds(3_600))
    let reader = try LastEvent(path: path)
    let (events, event) = AsyncStream.makeStream(of: Int.self)
    let watch = try FileWatch(path) { event.yield(reader.number) }
    var seen = events.makeAsyncIterator()
    var number: UInt64 = 1
    for _ in 1...5 {
      number += 1
      try await store.signIn("n\(number)", number)
      let eventCount = 2 * Int(number)
      try holder.execute("BEGIN IMMEDIATE")
      try await withThrowingTaskGroup { group in
        // The jobs are held so that all of them run in one batch.
        let isHeld = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        group.addTask { await store.hold(isHeld) { begin.finish() } }
        for await _ in begun {}
        for _ in 0..<waitingCount {
          number += 1
          group.addTask { [number] in try await store.signIn("n\(number)", number) }
        }
        // A cancelled wait must continue, too: the lock must be released.
        try? await poll { store.pendingCount.load(ordering: .relaxed) == waitingCount }
        isHeld.signal()
        while let last = await seen.next(), last < eventCount {}
        #expect(!Task.isCancelled)
        try holder.execute("COMMIT")
        try await group.waitForAll()
      }
    }
    withExtendedLifetime(watch) {}
    await store.close()
  }

  @Test(arguments: [UInt64](1...8))
  func `reads like a file that is written at once`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = try OpenLog(path: path)
    var model: [UInt8] = []
    for step in 0..<400 {
      let offset = Int.random(in: 0...min(model.count, 200_000), using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        // Mostly sequential writes, as SQLite makes them, and sometimes more than the buffer holds.
        let start = Bool.random(using: &random) ? min(model.count, 200_000) : offset
        let most = Int.random(in: 0..<20, using: &random) == 0 ? 100_000 : 5_000
        let bytes = (0..<Int.random(in: 1...most, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        #expect(log.write(bytes, at: start) == SQLITE_OK)
        model.replaceSubrange(start..<min(model.count, start + bytes.count), with: bytes)
      case 6, 7:
        let count = min(5_000, model.count - offset)
        guard count > 0 else { continue }
        let expected = Array(model[offset..<offset + count])
        #expect(log.read(count, at: offset) == .success(expected), "seed \(seed), step \(step)")
      case 8:
        #expect(log.size() == .success(model.count), "seed \(seed), step \(step)")
      default:
        if Bool.random(using: &random) {
          #expect(log.truncate(to: offset) == SQLITE_OK)
          model.removeLast(model.count - offset)
        } else {
          #expect(log.sync() == SQLITE_OK)
          #expect(try content() == model, "seed \(seed), step \(step)")
        }
      }
    }
    #expect(log.sync() == SQLITE_OK)
    #expect(try content() == model, "seed \(seed)")
  }
}

/// The number of the newest event in a store, for one reader at a time.
private final class LastEvent: @unchecked Sendable {
  // Only the queue of a watch uses it.
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    try #require(sqlite3_open(path, &opened) == SQLITE_OK)
    connection = try #require(opened)
    var prepared: OpaquePointer?
    let sql = "SELECT max(number) FROM event"
    try #require(sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK)
    statement = try #require(prepared)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  var number: Int {
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : 0
  }
}

/// A log that a test opens through SQLite's interface, on a disk that can be full.
private final class OpenLog {
  struct Failure: Error, Equatable {
    let code: Int32
  }

  static let isFull = Atomic(false)

  private static let knownMethods = SQLiteSystem.KnownMethods([])
  // Set before anything is written, to the same value each time.
  nonisolated(unsafe) private static var plainWrite:
    (
      @convention(c) (
        UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, Int32, sqlite3_int64
      ) -> Int32
    )?

  private let path: UnsafeMutablePointer<CChar>
  private let file: UnsafeMutablePointer<sqlite3_file>

  init(path: String) throws {
    // SQLite's default VFS, whose write method is replaced by that of a disk that can be full.
    let system = try #require(sqlite3_vfs_find(nil))
    _ = try #require(SQLiteSystem.usual.name)
    self.path = try #require(strdup(path))
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: Int(system.pointee.szOsFile) + MemoryLayout<SQLiteLogFile>.stride,
      alignment: 16
    )
    file = room.assumingMemoryBound(to: sqlite3_file.self)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL
    try #require(system.pointee.xOpen(system, self.path, file, flags, nil) == SQLITE_OK)
    let plain = try #require(file.pointee.pMethods)
    Self.plainWrite = plain.pointee.xWrite
    file.pointee.pMethods = SQLiteSystem.methods(like: plain, in: Self.knownMethods) { own in
      own.pointee.xWrite = { file, bytes, count, offset in
        OpenLog.isFull.load(ordering: .relaxed)
          ? SQLITE_FULL : OpenLog.plainWrite?(file, bytes, count, offset) ?? SQLITE_MISUSE
      }
    }
    SQLiteLogFile.take(file)
  }

  deinit {
    _ = file.pointee.pMethods.pointee.xClose(file)
    UnsafeMutableRawPointer(file).deallocate()
    free(path)
  }

  func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
    file.pointee.pMethods.pointee.xWrite(file, bytes, Int32(bytes.count), Int64(offset))
  }

  func read(_ count: Int, at offset: Int) -> Result<[UInt8], Failure> {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = file.pointee.pMethods.pointee.xRead(file, &bytes, Int32(count), Int64(offset))
    return code == SQLITE_OK ? .success(bytes) : .failure(Failure(code: code))
  }

  func size() -> Result<Int, Failure> {
    var size: Int64 = 0
    let code = file.pointee.pMethods.pointee.xFileSize(file, &size)
    return code == SQLITE_OK ? .success(Int(size)) : .failure(Failure(code: code))
  }

  func truncate(to size: Int) -> Int32 {
    file.pointee.pMethods.pointee.xTruncate(file, Int64(size))
  }

  func sync() -> Int32 { file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL) }
}

extension SQLiteRepository {
  /// Blocks the actor's thread after `begin` is called.
  fileprivate func hold(_ end: DispatchSemaphore, _ begin: () -> Void) {
    begin()
    end.wait()
  }
}
