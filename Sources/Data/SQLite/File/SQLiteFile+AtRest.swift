import Glibc
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Reads a database that no process has open, without writing anything.
  ///
  /// Opening a database in WAL mode makes its WAL and shared memory, and closing it removes them. A
  /// `whoami` in every prompt need not do that.
  ///
  /// Without a WAL the file holds everything. While this process holds the shared lock of the file,
  /// no other process can remove a WAL. A process that writes meanwhile leaves a WAL, and the
  /// result of the read is discarded. The file itself changes only in a checkpoint, when the last
  /// connection closes or the WAL has grown to 1000 pages, so a WAL exists by then, too.
  ///
  /// Source: "Write-Ahead Logging", https://www.sqlite.org/wal.html, and `os_unix.c` for the place
  /// of the lock.
  ///
  /// - Parameter mayHaveLog: whether a WAL without content, and shared memory, may be there: they
  ///   are left from a process that found no space to write.
  /// - Returns: nil if the file is not at rest and must be opened, or if the read failed.
  func readAtRest<Result>(
    _ fileID: FileID,
    withEmptyLog mayHaveLog: Bool = false,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    guard !OpenFileLease.isOpen(fileID) else { return nil }
    try SQLiteHeader.check(file, of: schema)
    return try? readWhileLocked(withEmptyLog: mayHaveLog, body)
  }

  private func readWhileLocked<Result>(
    withEmptyLog mayHaveLog: Bool,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    // With an empty WAL, a connection may have the frames of another one, which was removed. The
    // exclusive lock shows that there is none.
    let flags = (mayHaveLog ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK
    var locked = try FileDescriptor(opening: file.path, flags: flags)
    defer { OpenFileLease.close(&locked) }
    let lock = mayHaveLog ? F_WRLCK : F_RDLCK
    guard FileDescriptor.setLock(lock, on: Self.sharedBytes, of: locked.number) else {
      return nil
    }
    // Unlock before closing: a child that another thread forks meanwhile shares the file and its
    // lock.
    defer { _ = FileDescriptor.setLock(F_UNLCK, on: Self.sharedBytes, of: locked.number) }
    guard try isAtRest(withEmptyLog: mayHaveLog) else { return nil }
    let connection = try SQLiteConnection(
      path: file.path,
      location: file.path,
      wait: .zero,
      isImmutable: true
    )
    try schema.refuseAdditions(connection)
    // A later version may have migrated the file before it was locked.
    try schema.refuseUnknown(try connection.version(), of: file.path)
    let result = try body(connection)
    guard try locked.stands(at: file.path), try isAtRest(withEmptyLog: mayHaveLog) else {
      return nil
    }
    return result
  }

  /// Whether SQLite has no journal or WAL to apply to the file first.
  private func isAtRest(withEmptyLog mayHaveLog: Bool) throws(StoreFailure) -> Bool {
    if mayHaveLog {
      guard try !file.companion("-journal").exists() else { return false }
      return try file.companion("-wal").byteCount() ?? 0 == 0
    }
    for suffix in Self.companions where try file.companion(suffix).exists() {
      return false
    }
    return true
  }

  /// The bytes of SQLite's shared lock, which every connection holds.
  private static var sharedBytes: Range<Int> { 0x4000_0002..<0x4000_0002 + 510 }
}

extension StoreFile {
  /// Refuses a file system without locks, which SQLite would report as a lock of another process.
  func refuseWithoutLocks() throws(StoreFailure) {
    var file = try openForReading()
    defer { OpenFileLease.close(&file) }
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    guard fcntl(file.number, F_GETLK, &lock) != 0 else { return }
    throw StoreFailure(errno: errno, cannot: "lock it", at: path)
  }
}

extension FileDescriptor {
  /// F_OFD_SETLK of Linux, which Swift does not import from the C library.
  private static var setOpenFileLock: Int32 { 37 }

  /// Takes a lock or releases it, without a busy wait.
  ///
  /// The lock belongs to the open file and not to the process, so SQLite's locks in this process
  /// are unaffected.
  static func setLock(_ type: Int32, on bytes: Range<Int>, of number: Int32) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.lowerBound)
    lock.l_len = off_t(bytes.count)
    return fcntl(number, Self.setOpenFileLock, &lock) == 0
  }
}
