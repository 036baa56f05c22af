import CSQLite
import Synchronization

/// An open database file: adds a checksum to each page that is written, and checks it in each page
/// that is read.
///
/// Without checksums, one bit that a disk flips can change a nickname.
struct SQLitePageFile {
  private let plain: UnsafePointer<sqlite3_io_methods>
  /// Whether the pages of the file have checksums.
  private var isSummed = false

  private static let methods = SQLiteSystem.KnownMethods([])

  private init(plain: UnsafePointer<sqlite3_io_methods>) {
    self.plain = plain
  }

  /// Installs this type's methods on an open file.
  static func take(_ file: UnsafeMutablePointer<sqlite3_file>) {
    guard let plain = file.pointee.pMethods else { return }
    trailer(of: file).initialize(to: SQLitePageFile(plain: plain))
    file.pointee.pMethods = SQLiteSystem.methods(like: plain, in: methods) { own in
      own.pointee.xRead = { file, bytes, count, offset in
        SQLitePageFile.read(file, bytes, count, offset)
      }
      own.pointee.xWrite = { file, bytes, count, offset in
        SQLitePageFile.write(file, bytes, count, offset)
      }
    }
  }

  private static func trailer(
    of file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<SQLitePageFile> {
    SQLiteSystem.trailer(of: file)
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
    guard code == SQLITE_OK else { return SQLiteSystem.readCode(code) }
    let page = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
    noteHeader(UnsafeRawBufferPointer(page), at: offset, in: trailer)
    guard trailer.pointee.isSummed, SQLitePageSum.isPage(page.count) else { return SQLITE_OK }
    let number = Int(offset) / page.count + 1
    let bytesRead = UnsafeRawBufferPointer(page)
    // Read the first page only if the strict rule fails: nearly all pages pass it.
    if !SQLitePageSum.isRight(bytesRead, number: number, by: .strict) {
      switch rule(of: file, pageSize: page.count) {
      case .unreadable(let code):
        return SQLiteSystem.readCode(code)
      case .known(let rule):
        guard SQLitePageSum.isRight(bytesRead, number: number, by: rule) else {
          return wrongDataCode
        }
      }
    }
    // The page may enter the WAL as it is here, and a program without checksums may checkpoint it.
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
    // SQLite writes the first page first, so its header is known before the other pages.
    noteHeader(page, at: offset, in: trailer)
    guard trailer.pointee.isSummed, SQLitePageSum.isPage(page.count) else {
      return plain.pointee.xWrite(file, bytes, count, offset)
    }
    var rule = SQLitePageSum.Rule.strict
    if offset == 0 {
      switch Self.rule(of: file, pageSize: page.count) {
      case .unreadable(let code): return SQLiteSystem.readCode(code)
      case .known(let known): rule = known
      }
    }
    return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 8) { sealed in
      sealed.copyMemory(from: page)
      SQLitePageSum.seal(sealed, number: Int(offset) / page.count + 1, by: rule)
      return plain.pointee.xWrite(file, sealed.baseAddress, count, offset)
    }
  }

  /// The rule of the first page in the file, or why it cannot be read: that is no damage.
  private enum FirstPage {
    case known(SQLitePageSum.Rule)
    case unreadable(Int32)
  }

  /// Reads the rule of the first page; strict if there is no first page, or a wrong one.
  private static func rule(
    of file: UnsafeMutablePointer<sqlite3_file>,
    pageSize: Int
  ) -> FirstPage {
    withUnsafeTemporaryAllocation(byteCount: pageSize, alignment: 8) { first in
      let plain = trailer(of: file).pointee.plain
      let code = plain.pointee.xRead(file, first.baseAddress, Int32(pageSize), 0)
      guard code == SQLITE_OK || code == shortReadCode else { return .unreadable(code) }
      let page = UnsafeRawBufferPointer(first)
      guard code == SQLITE_OK, SQLitePageSum.isKept(page) == true else { return .known(.strict) }
      return .known(SQLitePageSum.rule(toldBy: page) ?? .strict)
    }
  }

  private static func noteHeader(
    _ bytes: UnsafeRawBufferPointer,
    at offset: sqlite3_int64,
    in trailer: UnsafeMutablePointer<SQLitePageFile>
  ) {
    if offset == 0, let isKept = SQLitePageSum.isKept(bytes) { trailer.pointee.isSummed = isKept }
  }
}
