import Dispatch
import Glibc
package import MonikerDomain

/// An exclusive lock between processes, and between stores of one process, held for the lifetime of
/// the value.
///
/// It uses `flock(2)` on a separate file, which is created once and which this program never
/// removes or replaces. A lock on the store file itself would be lost whenever the file is
/// replaced.
package struct FileLock: ~Copyable {
  private let file: FileDescriptor
  private let path: String

  /// The permanent lock file of a store, `<path>.lock`.
  package static func file(beside store: StoreFile) -> StoreFile {
    store.companion(".lock")
  }

  /// Locks a store by the permanent file `<path>.lock` beside it.
  ///
  /// - Parameters:
  ///   - store: the file of the store.
  ///   - wait: how long to wait for other holders, at most one day.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait expires.
  package init(beside store: StoreFile, wait: Duration) throws(StoreFailure) {
    let lock = Self.file(beside: store)
    let deadline = Self.deadline(after: wait)
    while true {
      let file = try Self.locked(try Self.open(lock), of: store.path, until: deadline)
      if let lock = try FileLock(file, at: lock.path) {
        self = lock
        return
      }
    }
  }

  /// Locks a store as ``init(beside:wait:)`` does, but every few milliseconds of the wait it lets
  /// the other jobs of the calling actor run.
  ///
  /// Without an actor it blocks the thread: a task that is suspended could get the lock, and never run
  /// again if every thread of the pool waits for that lock. So an actor that calls it beside tasks of
  /// the pool must have an executor of its own.
  ///
  /// - Parameters:
  ///   - store: the file of the store.
  ///   - wait: how long to wait for other holders, at most one day.
  ///   - isolation: the calling actor.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait expires.
  package static func acquired(
    beside store: StoreFile,
    wait: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StoreFailure) -> FileLock {
    guard isolation != nil else { return try FileLock(beside: store, wait: wait) }
    let lock = file(beside: store)
    let deadline = deadline(after: wait)
    while true {
      let file = try open(lock)
      guard try !isLocked(file, of: store.path) else {
        if let lock = try FileLock(file, at: lock.path) { return lock }
        continue
      }
      guard .now() < deadline else { throw LockWait.busy(store.path) }
      let wait = try LockWait.start(for: file, of: store.path)
      while !wait.hasEnded(by: min(deadline, .now() + interval)), .now() < deadline {
        await yieldOnActor()
      }
      if let lock = try FileLock(try wait.end(), at: lock.path) { return lock }
    }
  }

  private static let interval = DispatchTimeInterval.milliseconds(5)

  /// - Parameter file: the locked file.
  /// - Returns: nil if the file was removed during the wait: later processes lock a new one, and a
  ///   lock on this one excludes none of them.
  private init?(_ file: consuming FileDescriptor, at path: String) throws(StoreFailure) {
    guard try file.stands(at: path) else { return nil }
    self.file = file
    self.path = path
  }

  /// Locks the folder that holds a store, for a step that runs once in a store's life and must
  /// leave no lock file behind.
  ///
  /// - Parameters:
  ///   - store: the file of the store.
  ///   - wait: how long to wait for other holders, at most one day.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the wait expires.
  package init(folderOf store: StoreFile, wait: Duration) throws(StoreFailure) {
    let folder = try FileDescriptor(opening: store.folder, flags: O_RDONLY | O_DIRECTORY)
    file = try Self.locked(folder, of: store.path, until: Self.deadline(after: wait))
    path = store.folder
  }

  deinit {
    // Closing the descriptor is not enough: a child that another thread has just forked shares the
    // open file, and with it the lock, until it calls `exec`.
    _ = flock(file.number, LOCK_UN)
  }

  /// Checks that the lock still excludes others.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` if the file was removed or replaced,
  ///   since other processes then lock another one.
  package func refuseUnlessHeld() throws(StoreFailure) {
    guard try file.stands(at: path) else {
      throw StoreFailure(.busy, at: path, detail: Self.removal)
    }
  }

  /// Checks that a lock of this process on a store still excludes others.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` if the permanent lock file was removed, or
  ///   another one is there that nobody has locked.
  package static func refuseUnlocked(beside store: StoreFile) throws(StoreFailure) {
    let lock = file(beside: store)
    if lock.plainStatus() != nil, try !isLocked(try open(lock), of: store.path) { return }
    throw StoreFailure(.busy, at: lock.path, detail: removal)
  }

  private static let removal = "the lock was removed while it was held"

  private static func deadline(after wait: Duration) -> DispatchTime {
    let (seconds, attoseconds) = min(wait, .seconds(86_400)).components
    return .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// - Returns: the locked file, which is `file` or another descriptor of it.
  private static func locked(
    _ file: consuming FileDescriptor,
    of path: String,
    until deadline: DispatchTime
  ) throws(StoreFailure) -> FileDescriptor {
    // Most locks are free, and need no thread.
    if try isLocked(file, of: path) { return file }
    // A caller that does not wait must not queue either, or it would briefly acquire the lock
    // later.
    guard .now() < deadline else { throw LockWait.busy(path) }
    let wait = try LockWait.start(for: file, of: path)
    _ = wait.hasEnded(by: deadline)
    return try wait.end()
  }

  /// Locks a file if no other process holds the lock; returns false if one does.
  private static func isLocked(
    _ file: borrowing FileDescriptor,
    of path: String
  ) throws(StoreFailure) -> Bool {
    guard flock(file.number, LOCK_EX | LOCK_NB) != 0 else { return true }
    let code = errno
    guard code == EWOULDBLOCK || code == EINTR else {
      throw StoreFailure(errno: code, cannot: "lock it", at: path)
    }
    return false
  }

  /// Opens the lock file, and creates it if it is missing.
  ///
  /// Other processes may create or remove the file at the same time. A failure is retried if the
  /// existence of the file has changed meanwhile.
  private static func open(_ lock: StoreFile) throws(StoreFailure) -> FileDescriptor {
    while true {
      let isThere = try lock.exists()
      do {
        guard isThere else { return try lock.create() }
        // Without O_NONBLOCK, opening a FIFO in its place could block.
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
