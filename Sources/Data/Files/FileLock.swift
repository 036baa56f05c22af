import Dispatch
import Glibc
package import MonikerDomain

/// An exclusive lock between processes, and between stores in one process, held until it is gone.
///
/// It is `flock(2)` on a file of its own that is made once and that this program never removes or
/// replaces: a lock on the store's file itself would be lost with every replacement.
package struct FileLock: ~Copyable {
  private let file: FileDescriptor
  private let path: String

  /// The permanent file that a store is locked by.
  package static func file(beside store: StoreFile) -> StoreFile {
    store.companion(".lock")
  }

  /// Locks a store by the permanent file `<path>.lock` beside it, waiting for as long as `wait`.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait runs out.
  package init(beside store: StoreFile, wait: Duration) throws(StoreFailure) {
    let lock = Self.file(beside: store)
    let deadline = Self.deadline(after: wait)
    while true {
      let file = try Self.open(lock)
      try Self.lock(file, of: store.path, until: deadline)
      // Somebody may have removed the file while it was waited for. Whoever came later has locked
      // another one then, and this lock keeps nobody out.
      if try file.stands(at: lock.path) {
        self.file = file
        path = lock.path
        return
      }
    }
  }

  /// Locks the folder that holds a store: for what happens once in a store's life, and must leave
  /// no file behind.
  package init(folderOf store: StoreFile, wait: Duration) throws(StoreFailure) {
    let folder = try FileDescriptor(opening: store.folder, flags: O_RDONLY | O_DIRECTORY)
    try Self.lock(folder, of: store.path, until: Self.deadline(after: wait))
    file = folder
    path = store.folder
  }

  deinit {
    // To close the file would do, had no other thread forked: its child has the file, too, and with it the lock,
    // until it is another program.
    _ = flock(file.number, LOCK_UN)
  }

  /// Refuses to go on where somebody has removed the file: others lock another one then.
  package func refuseUnlessHeld() throws(StoreFailure) {
    guard try file.stands(at: path) else {
      throw StoreFailure(.busy, at: path, detail: "the lock was removed while it was held")
    }
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

  /// Opens the lock's file, made if there is none.
  ///
  /// Others make it at the same time, and somebody may remove it: what fails because of that is tried
  /// again, until it fails for another reason.
  private static func open(_ lock: StoreFile) throws(StoreFailure) -> FileDescriptor {
    while true {
      let isThere = try lock.exists()
      do {
        guard isThere else { return try lock.create() }
        // Without O_NONBLOCK, a FIFO that has taken its place would be waited for.
        let file = try FileDescriptor(
          opening: lock.path,
          flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK
        )
        try lock.refuse(try file.status())
        return file
      } catch {
        guard try lock.exists() != isThere else { throw error }
      }
    }
  }
}
