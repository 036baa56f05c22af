import Glibc
import MonikerDomain
import MonikerFiles

/// The lock that a connection holds while it changes a database, or applies the WAL to it.
///
/// SQLite's own lock is in the shared memory. If another program removes that file, two processes
/// have different ones, and exclude each other no longer. This lock is on a byte of the database,
/// behind those that SQLite locks. It belongs to the open file, so it also excludes other connections
/// of this process.
final class SQLiteChangeLock: SQLiteConnectionGuard {
  private static var byte: Range<Int> {
    SQLiteFile.lockBytes.upperBound..<SQLiteFile.lockBytes.upperBound + 1
  }

  private let file: SQLiteFile
  private let descriptor: Int32
  private let fileID: FileID
  private var isHeld = false
  /// The files that the connection has opened; nil until it has.
  var files: SQLiteOpenFiles?

  /// Opens a database; nothing is locked yet.
  ///
  /// - Returns: nil if this process has no permission to write the file.
  init?(_ file: SQLiteFile, _ fileID: FileID) throws(StoreFailure) {
    let path = file.file.path
    self.file = file
    self.fileID = fileID
    if let descriptor = OpenFileLease.reuse(of: fileID) {
      self.descriptor = descriptor
      return
    }
    var descriptor: FileDescriptor
    do throws(StoreFailure) {
      descriptor = try FileDescriptor(opening: path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      guard error.reason == .permissionDenied else { throw error }
      return nil
    }
    let status: stat
    do throws(StoreFailure) {
      status = try descriptor.status()
      if FileID(status) != fileID { throw .replaced(at: path) }
    } catch {
      OpenFileLease.close(&descriptor)
      throw error
    }
    self.descriptor = descriptor.release()
  }

  deinit {
    release()
    OpenFileLease.closeForReuse(descriptor, of: fileID)
  }

  var isVisible: Bool { files.map(file.hasAll) ?? false }

  func makeVisible() -> Bool {
    if isVisible { return true }
    // A shared memory that others made meanwhile describes the WAL as it was before the change, which
    // may have begun the WAL anew. Without it, they read the WAL again.
    guard let files, file.hasDatabaseAndLog(of: files) else { return false }
    return (try? file.file.companion("-shm").remove()) != nil
  }

  func acquire() -> Bool {
    if !isHeld {
      isHeld = FileDescriptor.setLock(F_WRLCK, on: Self.byte, of: descriptor)
      // A system without locks of open files: SQLite's own locks have to do.
      if !isHeld, errno == EINVAL { return true }
    }
    return isHeld
  }

  func release() {
    if isHeld { _ = FileDescriptor.setLock(F_UNLCK, on: Self.byte, of: descriptor) }
    isHeld = false
  }
}
