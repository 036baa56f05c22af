import Dispatch
import Glibc
import MonikerDomain

/// An exclusive lock between processes, and between stores in one process, held until it is gone.
///
/// It is `flock(2)` on a file of its own that is made once and that this program never removes or
/// replaces: a lock on the store's file itself would be lost with every replacement.
struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// The permanent file that a store is locked by.
  static func file(beside store: StoreFile) -> StoreFile {
    StoreFile(path: store.path + ".lock")
  }

  /// Locks a store by the permanent file `<path>.lock` beside it, waiting for as long as `wait`.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait runs out.
  init(beside store: StoreFile, wait: Duration) throws(StoreFailure) {
    let lock = Self.file(beside: store)
    let deadline = Self.deadline(after: wait)
    while true {
      let file = try Self.open(lock)
      try Self.lock(file, of: store.path, until: deadline)
      // Somebody may have removed the file while it was waited for. Whoever came later has locked
      // another one then, and this lock keeps nobody out.
      if try file.stands(at: lock.path) {
        self.file = file
        return
      }
    }
  }

  /// Locks the folder that holds a store: for what happens once in a store's life, and must leave
  /// no file behind.
  init(folderOf store: StoreFile, wait: Duration) throws(StoreFailure) {
    let folder = try FileDescriptor(opening: store.folder, flags: O_RDONLY | O_DIRECTORY)
    try Self.lock(folder, of: store.path, until: Self.deadline(after: wait))
    file = folder
  }

  private static func deadline(after wait: Duration) -> DispatchTime {
    .now() + .milliseconds(Int(min(wait, .seconds(86_400)).wholeMilliseconds))
  }

  private static func lock(
    _ file: borrowing FileDescriptor,
    of path: String,
    until deadline: DispatchTime
  ) throws(StoreFailure) {
    // Most often nobody else has it, and no thread is needed.
    guard flock(file.number, LOCK_EX | LOCK_NB) != 0 else { return }
    let code = errno
    guard code == EWOULDBLOCK || code == EINTR else {
      throw StoreFailure(errno: code, cannot: "lock it", at: path)
    }
    try LockWait.lock(file, of: path, until: deadline)
  }

  private static func open(_ lock: StoreFile) throws(StoreFailure) -> FileDescriptor {
    guard try lock.exists() else { return try make(lock) }
    return try FileDescriptor(opening: lock.path, flags: O_RDWR | O_NOFOLLOW)
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
