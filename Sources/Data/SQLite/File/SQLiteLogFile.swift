import CSQLite
import Glibc
import Synchronization

/// An open WAL file: gathers small writes, and writes them in one call before each sync.
///
/// SQLite writes each page separately, and twenty small writes take a third of the time of the sync
/// after them. Gathering is safe. Under `synchronous = FULL` SQLite relies on none of the writes
/// before the sync that ends each commit. Other processes read none of them before the commit is
/// published in shared memory, after that sync. Writes that are lost when the process is killed
/// belong to no commit.
struct SQLiteLogFile {
  private let plain: UnsafePointer<sqlite3_io_methods>
  /// The gathered bytes, which begin at an offset in the file.
  private var bytes: UnsafeMutableRawPointer?
  private var start: Int64 = 0
  private var count: Int64 = 0
  /// Whether gathered bytes could not be written.
  ///
  /// They are dropped, so nothing may rely on a later write or sync: the file fails until it is
  /// opened anew.
  private var hasFailed = false

  /// The most bytes to gather: fifteen pages, more than most commits have.
  ///
  /// A single write of 131,072 bytes fails in SQLite's own VFS (`seekAndWriteFd` in `os_unix.c`).
  private static let capacity: Int64 = 1 << 16

  private static let methods = SQLiteSystem.KnownMethods([])

  private init(plain: UnsafePointer<sqlite3_io_methods>) {
    self.plain = plain
  }

  /// Installs this type's methods on an open file.
  static func take(_ file: UnsafeMutablePointer<sqlite3_file>) {
    guard let plain = file.pointee.pMethods else { return }
    trailer(of: file).initialize(to: SQLiteLogFile(plain: plain))
    file.pointee.pMethods = SQLiteSystem.methods(like: plain, in: methods) { own in
      own.pointee.xWrite = { file, bytes, count, offset in
        SQLiteLogFile.write(file, bytes, count, offset)
      }
      own.pointee.xRead = { file, bytes, count, offset in
        SQLiteLogFile.read(file, bytes, count, offset)
      }
      own.pointee.xSync = { file, flags in
        SQLiteLogFile.whenWritten(file) { plain, file in plain.xSync(file, flags) }
      }
      own.pointee.xTruncate = { file, size in
        SQLiteLogFile.whenWritten(file) { plain, file in plain.xTruncate(file, size) }
      }
      own.pointee.xFileSize = { file, size in
        SQLiteLogFile.whenWritten(file) { plain, file in plain.xFileSize(file, size) }
      }
      own.pointee.xClose = { file in SQLiteLogFile.close(file) }
    }
  }

  private static func trailer(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<SQLiteLogFile> {
    SQLiteSystem.trailer(of: file)
  }

  private static func write(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ bytes: UnsafeRawPointer?,
    _ count: Int32,
    _ offset: sqlite3_int64
  ) -> Int32 {
    guard let file, let bytes else { return SQLITE_MISUSE }
    let log = trailer(of: file)
    guard !log.pointee.hasFailed else { return SQLITE_IOERR }
    if !log.pointee.continues(with: Int64(count), at: offset) {
      let code = log.pointee.writeGathered(to: file)
      guard code == SQLITE_OK else { return code }
      log.pointee.start = offset
    }
    return log.pointee.gather(bytes, Int64(count), at: offset)
      ? SQLITE_OK : log.pointee.plain.pointee.xWrite(file, bytes, count, offset)
  }

  private static func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ bytes: UnsafeMutableRawPointer?,
    _ count: Int32,
    _ offset: sqlite3_int64
  ) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    let log = trailer(of: file)
    if log.pointee.overlaps(Int64(count), at: offset) {
      let code = log.pointee.writeGathered(to: file)
      guard code == SQLITE_OK else { return code }
    }
    return SQLiteSystem.readCode(log.pointee.plain.pointee.xRead(file, bytes, count, offset))
  }

  private static func whenWritten(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    let log = trailer(of: file)
    let code = log.pointee.writeGathered(to: file)
    return code == SQLITE_OK ? body(log.pointee.plain.pointee, file) : code
  }

  /// Gathered bytes belong to no commit, so they are discarded.
  private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    let log = trailer(of: file)
    free(log.pointee.bytes)
    log.pointee.bytes = nil
    return log.pointee.plain.pointee.xClose(file)
  }

  // MARK: What is gathered

  private func continues(with length: Int64, at offset: Int64) -> Bool {
    count > 0 && start...(start + count) ~= offset && offset - start + length <= Self.capacity
  }

  private func overlaps(_ length: Int64, at offset: Int64) -> Bool {
    offset < start + count && start < offset + length
  }

  /// - Returns: false if there is no room.
  private mutating func gather(
    _ bytes: UnsafeRawPointer,
    _ length: Int64,
    at offset: Int64
  ) -> Bool {
    if self.bytes == nil { self.bytes = malloc(Int(Self.capacity)) }
    guard let room = self.bytes, offset - start + length <= Self.capacity else { return false }
    room.advanced(by: Int(offset - start)).copyMemory(from: bytes, byteCount: Int(length))
    count = max(count, offset - start + length)
    return true
  }

  /// Writes the gathered bytes.
  ///
  /// If that fails they are dropped: a commit among them was refused, and must not be written later.
  private mutating func writeGathered(to file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
    guard !hasFailed else { return SQLITE_IOERR }
    guard count > 0 else { return SQLITE_OK }
    let code = plain.pointee.xWrite(file, bytes, Int32(count), start)
    hasFailed = code != SQLITE_OK
    count = 0
    return code
  }
}
