import CSQLite
import Glibc
import Synchronization

/// SQLite's own means of reaching files, but for what it does with the pages of a database: they are given a
/// checksum on their way to the file, and are refused on the way back where it is not that of the page.
///
/// Without that, one bit that a disk has turned is another nickname.
///
/// Source: https://www.sqlite.org/c3ref/vfs.html
enum SQLiteSystem: String {
  case usual = "moniker"
  /// Does not resolve the links in a path.
  case unresolved = "moniker-unresolved"

  /// The name to open a database with; nil where SQLite does not take it.
  var name: String? {
    switch self {
    case .usual: return Self.isUsualRegistered ? rawValue : nil
    case .unresolved: return Self.isUnresolvedRegistered ? rawValue : nil
    }
  }

  private static let isUsualRegistered = register(.usual)

  private static let isUnresolvedRegistered = register(.unresolved) { own in
    own.pointee.xFullPathname = { _, path, room, full in
      guard let path, let full, strlen(path) < Int(room) else { return SQLITE_CANTOPEN }
      strcpy(full, path)
      return SQLITE_OK
    }
  }

  private static func register(
    _ system: SQLiteSystem,
    changing change: (UnsafeMutablePointer<sqlite3_vfs>) -> Void = { _ in }
  ) -> Bool {
    guard let plain else { return false }
    // For as long as the process lives, as SQLite wants it.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: plain.pointee)
    own.pointee.pNext = nil
    own.pointee.zName = UnsafePointer(strdup(system.rawValue))
    own.pointee.szOsFile += Int32(MemoryLayout<Trailer>.stride)
    own.pointee.xOpen = { system, path, file, flags, found in
      SQLiteSystem.open(system, path, file, flags, found)
    }
    change(own)
    return sqlite3_vfs_register(own, 0) == SQLITE_OK
  }

  // MARK: Files

  /// What stands behind the bytes that SQLite's own means use for an open file.
  private struct Trailer {
    let plain: UnsafePointer<sqlite3_io_methods>
    /// Whether the pages of the file have checksums.
    var isSummed: Bool
  }

  // SQLite's list of them is made once and then only read.
  nonisolated(unsafe) private static let plain: UnsafeMutablePointer<sqlite3_vfs>? =
    sqlite3_vfs_find(nil)

  private static func trailer(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<Trailer> {
    UnsafeMutableRawPointer(file).advanced(by: Int(plain?.pointee.szOsFile ?? 0))
      .assumingMemoryBound(to: Trailer.self)
  }

  private static func open(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?,
    _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ flags: Int32,
    _ found: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let plain, let file else { return SQLITE_CANTOPEN }
    let code = plain.pointee.xOpen(system, path, file, flags, found)
    guard code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let methods = file.pointee.pMethods
    else { return code }
    trailer(of: file).initialize(to: Trailer(plain: methods, isSummed: false))
    file.pointee.pMethods = summing(methods)
    return code
  }

  /// The addresses of the methods that take care of checksums, by those of the plain ones: SQLite has some
  /// of both for each way of locking.
  private static let summing = Mutex<[(plain: UInt, own: UInt)]>([])

  private static func summing(
    _ plain: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let address = summing.withLock { known -> UInt in
      let address = UInt(bitPattern: plain)
      if let pair = known.first(where: { $0.plain == address }) { return pair.own }
      let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      own.initialize(to: plain.pointee)
      // Without the third version's methods, which map pages into memory without reading them.
      own.pointee.iVersion = min(2, plain.pointee.iVersion)
      own.pointee.xRead = { file, bytes, count, offset in
        SQLiteSystem.read(file, bytes, count, offset)
      }
      own.pointee.xWrite = { file, bytes, count, offset in
        SQLiteSystem.write(file, bytes, count, offset)
      }
      known.append((address, UInt(bitPattern: own)))
      return UInt(bitPattern: own)
    }
    return UnsafePointer(bitPattern: address)
  }

  private static func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ bytes: UnsafeMutableRawPointer?,
    _ count: Int32,
    _ offset: sqlite3_int64
  ) -> Int32 {
    guard let file, let bytes else { return SQLITE_MISUSE }
    let trailer = trailer(of: file)
    let code = trailer.pointee.plain.pointee.xRead(file, bytes, count, offset)
    guard code == SQLITE_OK else { return code }
    let page = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
    noteHeader(UnsafeRawBufferPointer(page), at: offset, in: trailer)
    guard trailer.pointee.isSummed, SQLitePageSum.isPage(page.count) else { return SQLITE_OK }
    let number = Int(offset) / page.count + 1
    let bytesRead = UnsafeRawBufferPointer(page)
    // The first page is asked last: nearly all are right by the strict rule.
    guard
      SQLitePageSum.isRight(bytesRead, number: number, by: .strict)
        || SQLitePageSum.isRight(
          bytesRead,
          number: number,
          by: rule(of: file, pageSize: page.count)
        )
    else { return wrongDataCode }
    // From here it gets into the log as it is, and whoever applies that may know nothing of checksums.
    SQLitePageSum.unseal(page)
    return SQLITE_OK
  }

  private static func write(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ bytes: UnsafeRawPointer?,
    _ count: Int32,
    _ offset: sqlite3_int64
  ) -> Int32 {
    guard let file, let bytes else { return SQLITE_MISUSE }
    let trailer = trailer(of: file)
    let plain = trailer.pointee.plain
    let page = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    // The first page comes first where there are several.
    noteHeader(page, at: offset, in: trailer)
    guard trailer.pointee.isSummed, SQLitePageSum.isPage(page.count) else {
      return plain.pointee.xWrite(file, bytes, count, offset)
    }
    return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 8) { sealed in
      sealed.copyMemory(from: page)
      SQLitePageSum.seal(
        sealed,
        number: Int(offset) / page.count + 1,
        by: offset == 0 ? rule(of: file, pageSize: page.count) : .strict
      )
      return plain.pointee.xWrite(file, sealed.baseAddress, count, offset)
    }
  }

  /// What the first page in the file tells at present; the strict rule where there is none, or a wrong one.
  private static func rule(
    of file: UnsafeMutablePointer<sqlite3_file>,
    pageSize: Int
  ) -> SQLitePageSum.Rule {
    withUnsafeTemporaryAllocation(byteCount: pageSize, alignment: 8) { first in
      let plain = trailer(of: file).pointee.plain
      let code = plain.pointee.xRead(file, first.baseAddress, Int32(pageSize), 0)
      let page = UnsafeRawBufferPointer(first)
      guard code == SQLITE_OK, SQLitePageSum.isKept(page) == true else { return .strict }
      return SQLitePageSum.rule(toldBy: page) ?? .strict
    }
  }

  private static func noteHeader(
    _ bytes: UnsafeRawBufferPointer,
    at offset: sqlite3_int64,
    in trailer: UnsafeMutablePointer<Trailer>
  ) {
    if offset == 0, let isKept = SQLitePageSum.isKept(bytes) { trailer.pointee.isSummed = isKept }
  }

  /// SQLITE_IOERR_DATA, a macro with an operation in it, which Swift does not import.
  static let wrongDataCode = SQLITE_IOERR | 32 << 8
}
