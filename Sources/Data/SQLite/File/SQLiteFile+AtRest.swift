import Glibc
import MonikerDomain
import MonikerFiles

extension SQLiteFile {
  /// Reads a database that nobody has open, without writing anything: opening one in WAL mode makes its
  /// log and shared memory, and closing it removes them, which a `whoami` in every prompt need not do.
  ///
  /// Without a log the file holds everything. While this process has the shared lock of the file, nobody
  /// can end a log: whoever writes meanwhile leaves one, and what was read then does not count. The
  /// file itself is changed by ending a log, or once a log has grown to 1000 pages, so by then, too, there
  /// is one.
  ///
  /// Source: "Write-Ahead Logging", https://www.sqlite.org/wal.html, and `os_unix.c` for the place of the
  /// lock.
  ///
  /// - Returns: nil if the file is not at rest: it has to be opened then, and what failed here counts for
  ///   nothing.
  func readAtRest<Result>(
    _ fileID: FileID,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    let read = try OpenFileLease.whileClosed(fileID) { () throws(StoreFailure) -> Result? in
      try SQLiteHeader.check(file, of: schema)
      return try? readWhileLocked(body)
    }
    return read ?? nil
  }

  private func readWhileLocked<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    let locked = try FileDescriptor(opening: file.path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard locked.setLock(F_RDLCK, on: Self.sharedBytes) else { return nil }
    // A child that another thread forks meanwhile has the file, too, and with it the lock.
    defer { _ = locked.setLock(F_UNLCK, on: Self.sharedBytes) }
    guard try isAtRest() else { return nil }
    let connection = try SQLiteConnection(
      path: file.path,
      location: file.path,
      wait: .zero,
      isImmutable: true
    )
    // A later program may have taken it further before it was locked.
    try schema.refuseLater(try connection.version(), of: file.path)
    let result = try body(connection)
    guard try locked.stands(at: file.path), try isAtRest() else { return nil }
    return result
  }

  /// Whether there is nothing that SQLite would have to apply to the file first.
  private func isAtRest() throws(StoreFailure) -> Bool {
    for suffix in Self.companions where try file.companion(suffix).exists() {
      return false
    }
    return true
  }

  /// Where SQLite's shared lock is, the one that everybody holds who has the file open.
  private static var sharedBytes: Range<Int> { 0x4000_0002..<0x4000_0002 + 510 }
}

extension StoreFile {
  /// Refuses a file system that has no locks, which SQLite would take for a lock that others hold.
  ///
  /// For a file that this process has not open, whose locks would go.
  func refuseWithoutLocks() throws(StoreFailure) {
    let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    guard fcntl(file.number, F_GETLK, &lock) != 0 else { return }
    throw StoreFailure(errno: errno, cannot: "lock it", at: path)
  }
}

extension FileDescriptor {
  /// F_OFD_SETLK of Linux, which the C library's headers keep from Swift.
  private static var setOpenFileLock: Int32 { 37 }

  /// Takes a lock that others may share, without waiting, or lets go of it.
  ///
  /// A lock of the open file and not of the process: those of SQLite in this process are not touched.
  fileprivate func setLock(_ type: Int32, on bytes: Range<Int>) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.lowerBound)
    lock.l_len = off_t(bytes.count)
    return fcntl(number, Self.setOpenFileLock, &lock) == 0
  }
}
