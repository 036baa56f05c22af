import CSQLite
import Glibc
import MonikerDomain
import MonikerFiles
import Synchronization

/// A VFS like SQLite's default one, except for database pages (``SQLitePageFile``) and the WAL
/// (``SQLiteLogFile``).
///
/// Source: https://www.sqlite.org/c3ref/vfs.html
enum SQLiteSystem: String {
  case usual = "moniker"
  /// Does not resolve links in a path.
  case unresolved = "moniker-unresolved"

  /// The name to open a database with; nil if SQLite refused to register the VFS.
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
    guard let plain, isObserving else { return false }
    // Never freed: SQLite keeps the pointer.
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

  // MARK: Opened files

  /// The WAL that each observed thread has opened by way of SQLite; nil if it has opened none.
  private static let openedLogs = Mutex<[pthread_t: FileID?]>([:])

  /// Runs `body`, and returns the WAL that SQLite opened meanwhile on this thread.
  ///
  /// When SQLite returns, its path may lead to another file by now.
  static func observingLog<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> (Result, FileID?) {
    let thread = pthread_self()
    openedLogs.withLock { $0[thread] = .some(nil) }
    defer { openedLogs.withLock { $0[thread] = nil } }
    let result = try body()
    return (result, openedLogs.withLock { $0[thread] } ?? nil)
  }

  /// The shared memory that SQLite opened last for a database in this process; it has one for all
  /// connections.
  private static let sharedMemories = Mutex<[FileID: FileID]>([:])

  static func sharedMemory(of database: FileID) -> FileID? {
    sharedMemories.withLock { $0[database] }
  }

  /// Whether the calls of `open(2)` by SQLite are observed.
  ///
  /// Source: https://www.sqlite.org/c3ref/vfs.html, `xSetSystemCall`.
  private static let isObserving: Bool = {
    guard let plain, let set = plain.pointee.xSetSystemCall else { return false }
    let call: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { path, flags, mode in
      guard let path else { return -1 }
      let descriptor = Glibc.open(path, flags, mode_t(bitPattern: mode))
      let length = strlen(path)
      var status = stat()
      guard descriptor >= 0, length > 4, fstat(descriptor, &status) == 0 else { return descriptor }
      let suffix = path + length - 4
      let id = FileID(status)
      if strcmp(suffix, "-wal") == 0 { SQLiteSystem.note(id) }
      if strcmp(suffix, "-shm") == 0 {
        let database = String(cString: path).dropLast(4)
        var status = stat()
        if stat(String(database), &status) == 0 {
          sharedMemories.withLock { $0[FileID(status)] = id }
        }
      }
      return descriptor
    }
    return set(plain, "open", unsafeBitCast(call, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
  }()

  private static func note(_ log: FileID) {
    openedLogs.withLock { logs in
      let thread = pthread_self()
      if logs[thread] != nil { logs[thread] = log }
    }
  }

  // MARK: Files

  // SQLite makes this structure once, and this program only reads it.
  nonisolated(unsafe) private static let plain: UnsafeMutablePointer<sqlite3_vfs>? =
    sqlite3_vfs_find(nil)

  /// The bytes after those that the default VFS uses for an open file.
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

  /// The result code of a read, as it is to be reported.
  ///
  /// SQLite calls an error of the device a damaged file system (SQLITE_IOERR_CORRUPTFS), and makes a
  /// damaged database (SQLITE_CORRUPT) of that. Another attempt may succeed.
  static func readCode(_ code: Int32) -> Int32 {
    code == SQLITE_IOERR | 33 << 8 ? SQLITE_IOERR | 1 << 8 : code
  }

  /// The changed methods by the address of the plain ones: SQLite has several sets, for different
  /// kinds of locking.
  typealias KnownMethods = Mutex<[(plain: UInt, own: UInt)]>

  /// The plain methods with some of them changed.
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
      // Exclude the methods of version 3, which map pages into memory without xRead.
      own.pointee.iVersion = min(2, plain.pointee.iVersion)
      change(own)
      known.append((address, UInt(bitPattern: own)))
      return UInt(bitPattern: own)
    }
    return UnsafePointer(bitPattern: address)
  }
}
