import Glibc
import MonikerDomain
import MonikerFiles

/// Keeps every other connection, also of this process, from a database while it exists.
///
/// It locks the bytes that SQLite locks. A connection that has opened the file and waits for this lock
/// finds, once it is released, whether the file is still at its path.
final class SQLiteHold: Sendable {
  private let descriptor: Int32
  private let fileID: FileID

  fileprivate init(_ descriptor: consuming FileDescriptor) throws(StoreFailure) {
    fileID = FileID(try descriptor.status())
    self.descriptor = descriptor.release()
  }

  deinit {
    // Unlock before closing: a child that another thread forks meanwhile shares the file and its
    // lock.
    _ = FileDescriptor.setLock(F_UNLCK, on: SQLiteFile.lockBytes, of: descriptor)
    OpenFileLease.close(descriptor, of: fileID)
  }
}

extension SQLiteFile {
  /// All bytes that SQLite locks: pending, reserved and shared.
  ///
  /// Source: `os.h` of SQLite.
  static var lockBytes: Range<Int> { 0x4000_0000..<0x4000_0002 + 510 }

  /// Waits until no connection has the database open, and keeps it so.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` if a connection has it open for longer than
  ///   the store waits; the failures of the system.
  func hold() throws(StoreFailure) -> SQLiteHold {
    var waiting = Waiting(atMost: wait)
    while true {
      var descriptor = try FileDescriptor(
        opening: file.path,
        flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK
      )
      // Closing a descriptor tells those that watch the file, so it is opened once for all attempts.
      while !FileDescriptor.setLock(F_WRLCK, on: Self.lockBytes, of: descriptor.number) {
        let code = errno
        if code == EAGAIN || code == EACCES, waiting.pause() { continue }
        OpenFileLease.close(&descriptor)
        guard code == EAGAIN || code == EACCES else {
          throw StoreFailure(errno: code, cannot: "lock it", at: file.path)
        }
        throw StoreFailure(.busy, at: file.path, detail: "another program has it open")
      }
      if try descriptor.stands(at: file.path) { return try SQLiteHold(descriptor) }
      // This process may have the file open, and then the descriptor stays open.
      _ = FileDescriptor.setLock(F_UNLCK, on: Self.lockBytes, of: descriptor.number)
      OpenFileLease.close(&descriptor)
    }
  }
}
