import CSQLite
import Foundation
import Glibc
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData

/// A store of which some writes to the disk fail, at the system calls below SQLite.
@Suite(.serialized) struct `An SQLite store whose writes fail` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    try FailingWrites.install()
  }

  /// The nicknames in a copy of the files as they are now: what a process finds after a kill.
  ///
  /// Another process copies them, since closing a descriptor of the file would release the locks that
  /// this process has on it.
  private func namesAfterKill(_ copy: String) async throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"cp "$0" "$1"; if [ -e "$0-wal" ]; then cp "$0-wal" "$1-wal"; fi"#]
    process.arguments? += [path, copy]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let store = SQLiteRepository(path: copy, owner: .test)
    #expect(try await store.defects() == [])
    return try await store.accounts().map(\.nickname.text)
  }

  /// A change that was refused must not come back with a later one, nor after a kill.
  @Test func `keeps what it acknowledged and nothing else, whenever the process is killed`()
    async throws
  {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    var refusedCount = 0
    for round in 0..<40 {
      try? FileManager.default.removeItem(atPath: path)
      let store = SQLiteRepository(path: path, owner: .test)
      try await store.signIn("a", 1)
      var acknowledged = ["a"]
      // One to three faults; each may last for several writes.
      let faults = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let start = Int.random(in: 0..<25, using: &random)
        return start..<start + Int.random(in: 1...3, using: &random)
      }
      FailingWrites.begin(in: folder.path, failing: faults)
      defer { FailingWrites.end() }
      for number in 2...7 as ClosedRange<UInt64> {
        let name = "n\(number)"
        do {
          try await store.signIn(name, number)
          acknowledged.append(name)
        } catch NicknameError.store {
          refusedCount += 1
        }
        let comment = Comment("round \(round), after \(name), faults \(faults), seed \(seed)")
        let found = try await namesAfterKill(folder.file("killed-\(round)-\(number)"))
        #expect(found == acknowledged, comment)
      }
      FailingWrites.end()
      #expect(try await store.accounts().map(\.nickname.text) == acknowledged, "seed \(seed)")
      await store.close()
    }
    // Without any refusal the test would show nothing.
    #expect(refusedCount > 0, "seed \(seed)")
  }
}

/// Replaces SQLite's call of `pwrite`, for the files of one folder at a time.
private enum FailingWrites {
  private struct State {
    var folder: String?
    var faults: [Range<Int>] = []
    var count = 0
  }

  private static let state = Mutex(State())

  static func install() throws {
    let system = try #require(sqlite3_vfs_find(nil))
    let write: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = {
      file,
      bytes,
      count,
      offset in
      guard FailingWrites.fails(file) else { return Glibc.pwrite(file, bytes, count, offset) }
      errno = ENOSPC
      return -1
    }
    let pointer = unsafeBitCast(write, to: sqlite3_syscall_ptr.self)
    for name in ["pwrite", "pwrite64"] {
      _ = system.pointee.xSetSystemCall(system, name, pointer)
    }
  }

  /// - Parameter faults: the numbers of the writes that fail, from 0 on.
  static func begin(in folder: String, failing faults: [Range<Int>]) {
    state.withLock { $0 = State(folder: folder, faults: faults) }
  }

  static func end() {
    state.withLock { $0 = State() }
  }

  private static func fails(_ file: Int32) -> Bool {
    state.withLock { state in
      guard let folder = state.folder else { return false }
      let link = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(file)"
      )
      guard link?.hasPrefix(folder + "/store") == true else { return false }
      defer { state.count += 1 }
      return state.faults.contains { $0.contains(state.count) }
    }
  }
}
