import CSQLite
import Glibc
import Synchronization

/// SQLite's own means of reaching files, but for the pages of a database (``SQLitePageFile``) and for its log
/// (``SQLiteLogFile``).
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
    own.pointee.szOsFile += Int32(
      max(MemoryLayout<SQLitePageFile>.stride, MemoryLayout<SQLiteLogFile>.stride)
    )
    own.pointee.xOpen = { system, path, file, flags, found in
      SQLiteSystem.open(system, path, file, flags, found)
    }
    change(own)
    return sqlite3_vfs_register(own, 0) == SQLITE_OK
  }

  // MARK: Files

  // SQLite's list of them is made once and then only read.
  nonisolated(unsafe) private static let plain: UnsafeMutablePointer<sqlite3_vfs>? =
    sqlite3_vfs_find(nil)

  /// What stands behind the bytes that SQLite's own means use for an open file.
  static func trailer<Trailer>(
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
    guard code == SQLITE_OK else { return code }
    if flags & SQLITE_OPEN_MAIN_DB != 0 { SQLitePageFile.take(file) }
    if flags & SQLITE_OPEN_WAL != 0 { SQLiteLogFile.take(file) }
    return SQLITE_OK
  }

  /// Methods of files by the addresses of the plain ones that they are made of: SQLite has some for each way
  /// of locking.
  typealias KnownMethods = Mutex<[(plain: UInt, own: UInt)]>

  /// The plain methods but for some.
  static func methods(
    like plain: UnsafePointer<sqlite3_io_methods>,
    in known: borrowing KnownMethods,
    changing change: (UnsafeMutablePointer<sqlite3_io_methods>) -> Void
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let address = known.withLock { known -> UInt in
      let address = UInt(bitPattern: plain)
      if let pair = known.first(where: { $0.plain == address }) { return pair.own }
      let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      own.initialize(to: plain.pointee)
      // Without the third version's methods, which map pages into memory without reading them.
      own.pointee.iVersion = min(2, plain.pointee.iVersion)
      change(own)
      known.append((address, UInt(bitPattern: own)))
      return UInt(bitPattern: own)
    }
    return UnsafePointer(bitPattern: address)
  }
}
