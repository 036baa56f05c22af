import CSQLite
import Foundation
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `The checksum of a page` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
  }

  /// Runs a script with the default VFS, as other programs do.
  private func execute(_ script: String, at path: String) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    try #require(sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK)
  }

  /// The numbers of pages with a checksum, of those with a right one, and of all.
  private func sums(of path: String) throws -> (kept: Int, right: Int, pages: Int) {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let size = SQLiteHeader.pageSize(bytes)
    guard bytes[20] == SQLitePageSum.length else { return (0, 0, bytes.count / size) }
    var (kept, right) = (0, 0)
    bytes.withUnsafeBytes { bytes in
      let rule =
        SQLitePageSum.rule(toldBy: UnsafeRawBufferPointer(rebasing: bytes.prefix(size))) ?? .strict
      for start in stride(from: 0, to: bytes.count, by: size) {
        let page = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
        let tail = [UInt8](page.suffix(SQLitePageSum.length))
        if tail != [UInt8](repeating: 0, count: 8), tail != Array("unsummed".utf8) { kept += 1 }
        if SQLitePageSum.isRight(page, number: start / size + 1, by: rule) { right += 1 }
      }
    }
    return (kept, right, bytes.count / size)
  }

  @Test func `differs from that of every page with one other bit`() throws {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    var page = (0..<512).map { _ in UInt8.random(in: 0...255, using: &random) }
    page.withUnsafeMutableBytes { page in
      SQLitePageSum.seal(page, number: 7)
      #expect(SQLitePageSum.isRight(UnsafeRawBufferPointer(page), number: 7, by: .strict))
      for bit in 0..<page.count * 8 {
        page[bit / 8] ^= 1 << (bit % 8)
        let isRight = SQLitePageSum.isRight(
          UnsafeRawBufferPointer(page),
          number: 7,
          by: .strict
        )
        #expect(!isRight, "bit \(bit), seed \(seed)")
        page[bit / 8] ^= 1 << (bit % 8)
      }
      for number in [2, 6, 8, 7 + 512] {
        #expect(
          !SQLitePageSum.isRight(UnsafeRawBufferPointer(page), number: number, by: .lenient),
          "\(seed)"
        )
      }
    }
  }

  /// Checks two sums worked out by hand: of the words 1 and 2 on page 3, and of an empty page.
  @Test func `is as documented`() {
    var page = [UInt8](repeating: 0, count: 16)
    page[0] = 1
    page[4] = 2
    page.withUnsafeMutableBytes { SQLitePageSum.seal($0, number: 3) }
    // 3 + 1 + 3 = 7; 3 + 2 + 7 = 12.
    #expect(page[8...] == [7, 0, 0, 0, 12, 0, 0, 0])
    page = [UInt8](repeating: 0, count: 8)
    page.withUnsafeMutableBytes { SQLitePageSum.seal($0, number: 0) }
    // Eight zeros would mean that there is no checksum.
    #expect(page == [1, 0, 0, 0, 0, 0, 0, 0])
    // The first page, whose two sums are 1 each, at a place where others may have left zeros.
    page.withUnsafeMutableBytes { SQLitePageSum.seal($0, number: 1, by: .lenient) }
    #expect(page == [0xFE, 0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF])
  }

  @Test func `is on every page of a store`() async throws {
    for number in 1...50 as ClosedRange<UInt64> {
      try await SQLiteRepository(path: path, owner: .test).signIn("n\(number)", number)
    }
    let (kept, right, pages) = try sums(of: path)
    #expect(kept == pages && right == pages && pages > 10)
  }

  @Test func `is optional where other programs applied the log`() async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    for number in 1...60 as ClosedRange<UInt64> { try await store.signIn("n\(number)", number) }
    // A killed process leaves a log with new and changed pages.
    let copy = folder.file("copy.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", at: copy)
    let (kept, right, pages) = try sums(of: copy)
    #expect(kept < pages && right == pages)
    #expect(try await SQLiteRepository(path: copy, owner: .test).accounts() == store.accounts())
    for number in 61...90 as ClosedRange<UInt64> {
      try await SQLiteRepository(path: copy, owner: .test).signIn("n\(number)", number)
    }
    #expect(try await SQLiteRepository(path: copy, owner: .test).accounts().count == 90)
    let later = try sums(of: copy)
    #expect(later.kept > kept && later.right == later.pages)
  }

  @Test func `cannot be bypassed with zeros`() async throws {
    let store = SQLiteRepository(path: path, owner: .test)
    for number in 1...60 as ClosedRange<UInt64> { try await store.signIn("n\(number)", number) }
    // With a log beside it, reads would not come from the file.
    await store.close()
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for start in stride(from: 0, to: whole.count, by: 4_096) {
      var bytes = whole
      bytes.replaceSubrange(start + 4_000..<start + 4_096, with: repeatElement(0, count: 96))
      try Data(bytes).write(to: URL(filePath: path))
      let copy = SQLiteRepository(path: path, owner: .test)
      let failures =
        await copy.failures()
        + [try? await copy.defects()].map {
          $0 == [] ? nil : StoreFailure(.damaged, at: path, detail: "\(String(describing: $0))")
        }
      #expect(failures.contains { $0?.reason == .damaged }, "page at \(start)")
    }
  }

  @Test func `tells which changes of one byte lead back to the page`() throws {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    for (number, size) in [(1, 512), (2, 512), (7, 4_096), (1, 4_096)] {
      var page = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      page.withUnsafeMutableBytes {
        SQLitePageSum.seal($0, number: number, by: size == 512 ? .lenient : .strict)
      }
      // Each byte, those of the checksum among them.
      for place in page.indices {
        let comment = Comment("byte \(place) of \(size), seed \(seed)")
        var changed = page
        changed[place] ^= UInt8.random(in: 1...255, using: &random)
        let restored = changed.withUnsafeMutableBytes { bytes in
          SQLitePageSum.corrections(of: UnsafeRawBufferPointer(bytes), number: number).map {
            var copy = Array(bytes)
            copy.withUnsafeMutableBytes($0.apply)
            return copy
          }
        }
        #expect(restored.contains(page), comment)
        // In the lower bytes of a word the change is the only one, except that the last word and the
        // second sum look alike.
        if place % 4 < 2, place < size - 12 { #expect(restored.count == 1, comment) }
      }
    }
  }

  @Test func `of the settings is needed for a limit below the standard one`() async throws {
    let first = SQLiteRepository(path: path, owner: .test)
    try await first.signIn("mina")
    try await first.set(StoreSettings(historyLimit: 5_000))
    await first.close()
    try execute("UPDATE setting SET value = 0", at: path)
    let salvage = try await SQLiteRepository(path: path, owner: .test).salvage()
    #expect(salvage.losses.contains { $0.contains("history limit") })
    guard case .metadata(let metadata)? = try await salvage.contents.all().last else {
      Issue.record("no metadata")
      return
    }
    #expect(metadata.settings == .standard)
  }

  @Test func `reports writes of another program, and a repair accepts them`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("mina")
    try execute("UPDATE session SET host = 'elsewhere'", at: path)
    let store = SQLiteRepository(path: path, owner: .test)
    await #expect { try await store.session(of: .active) } throws: { error in
      guard case SessionError.store(let failure) = error else { return false }
      return failure.reason == .damaged && failure.detail.contains("checksum")
    }
    let salvage = try await store.salvage()
    // Nothing proves the history limit either.
    #expect(salvage.losses.count == 2)
    var hosts: [String?] = []
    while case let records = try await salvage.contents.next(), !records.isEmpty {
      for case .session(let session) in records { hosts.append(session.origin.host) }
    }
    #expect(hosts == ["elsewhere"])
  }
}
