import Glibc
import MonikerDomain

/// An exclusive lock between processes, and between stores in one process, held until it is gone.
///
/// It is `flock(2)` on a file of its own that is made once and never removed or replaced: a lock on
/// the store's file itself would be lost with every replacement.
struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock on the open file or folder, waiting for as long as `wait`.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait runs out.
  private init(on file: consuming FileDescriptor, path: String, wait: Duration) throws(StoreFailure)
  {
    var waiting = Waiting(atMost: wait)
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        throw StoreFailure(errno: code, cannot: "lock it", at: path)
      }
      guard waiting.pause() else {
        throw StoreFailure(.busy, at: path, detail: "another process holds its lock")
      }
    }
    self.file = file
  }

  /// The permanent file that a store is locked by.
  static func file(beside store: StoreFile) -> StoreFile {
    StoreFile(path: store.path + ".lock")
  }

  /// Locks a store by the permanent file `<path>.lock` beside it.
  init(beside store: StoreFile, wait: Duration) throws(StoreFailure) {
    let lock = Self.file(beside: store)
    let file: FileDescriptor
    if try lock.exists() {
      file = try FileDescriptor(opening: lock.path, flags: O_RDWR | O_NOFOLLOW)
    } else {
      file = try Self.make(lock)
    }
    try self.init(on: file, path: store.path, wait: wait)
  }

  /// Locks the folder that holds a store: for what happens once in a store's life, and must leave
  /// no file behind.
  init(folderOf store: StoreFile, wait: Duration) throws(StoreFailure) {
    let folder = try FileDescriptor(opening: store.folder, flags: O_RDONLY | O_DIRECTORY)
    try self.init(on: folder, path: store.path, wait: wait)
  }

  private static func make(_ lock: StoreFile) throws(StoreFailure) -> FileDescriptor {
    do {
      return try lock.create()
    } catch {
      // Somebody else has made it in the meantime.
      guard try lock.exists() else { throw error }
      return try FileDescriptor(opening: lock.path, flags: O_RDWR | O_NOFOLLOW)
    }
  }
}
