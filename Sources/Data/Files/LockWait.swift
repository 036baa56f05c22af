package import Dispatch
import Glibc
package import MonikerDomain
import Synchronization

/// A wait for a lock that another process holds.
///
/// The kernel wakes blocked processes in the order of their arrival. A process that polls instead
/// needs luck each time, and takes processor time from the lock holder: of eight processes that
/// signed in on a busy machine, some waited until their limit expired.
///
/// A separate thread calls `flock(2)`, which has no time limit. If the wait ends before the lock is
/// acquired, the thread stays blocked, and the next wait for the same file takes it over: otherwise
/// each wait that expires would leave a thread and a descriptor until the lock is free.
package final class LockWait: Sendable {
  private enum Outcome {
    case waiting, locked
    case failed(Int32)
    /// The caller has stopped waiting: a lock acquired from now on is released at once.
    case givenUp
    /// The lock was acquired after the wait was given up, and released.
    case released
  }

  /// The waits that were given up and whose threads are still blocked.
  private static let givenUp = Mutex<[FileID: [LockWait]]>([:])

  private let fileID: FileID
  private let path: String
  /// A duplicate of the descriptor of the caller that started the wait: both share one open file,
  /// and so one lock.
  private let number: Int32
  private let outcome = Mutex(Outcome.waiting)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a wait, or takes over one that was given up.
  ///
  /// - Parameters:
  ///   - file: the file to lock.
  ///   - path: the store, as named in failures.
  package static func start(
    for file: borrowing FileDescriptor,
    of path: String
  ) throws(StoreFailure) -> LockWait {
    let fileID = FileID(try file.status())
    while let known = givenUp.withLock({ $0[fileID]?.popLast() }) {
      if known.resume() { return known }
    }
    let wait = try LockWait(for: file, fileID, of: path)
    DispatchQueue(label: "moniker.lock").async { wait.lock() }
    return wait
  }

  private init(
    for file: borrowing FileDescriptor,
    _ fileID: FileID,
    of path: String
  ) throws(StoreFailure) {
    (self.fileID, self.path) = (fileID, path)
    number = try systemCall("wait for its lock", at: path) {
      fcntl(file.number, F_DUPFD_CLOEXEC, 0)
    }
  }

  deinit {
    _ = close(number)
  }

  /// Blocks until the wait has ended, or until a moment.
  ///
  /// - Returns: whether the wait has ended.
  package func hasEnded(by moment: DispatchTime) -> Bool {
    ended.wait(timeout: moment) == .success
  }

  /// Ends the wait.
  ///
  /// - Returns: the locked file, which is open in the same way as the file that was given.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` if the lock was not acquired.
  package func end() throws(StoreFailure) -> FileDescriptor {
    let outcome = outcome.withLock { outcome in
      if case .waiting = outcome { outcome = .givenUp }
      return outcome
    }
    switch outcome {
    case .locked:
      do {
        return try FileDescriptor(duplicating: number, called: path)
      } catch {
        _ = flock(number, LOCK_UN)
        throw error
      }
    case .failed(let code):
      throw StoreFailure(errno: code, cannot: "lock it", at: path)
    case .waiting, .givenUp, .released:
      Self.givenUp.withLock { all in
        if isGivenUp { all[fileID, default: []].append(self) }
      }
      throw Self.busy(path)
    }
  }

  package static func busy(_ path: String) -> StoreFailure {
    StoreFailure(.busy, at: path, detail: "another process holds its lock")
  }

  private var isGivenUp: Bool {
    outcome.withLock { if case .givenUp = $0 { true } else { false } }
  }

  /// - Returns: false if the lock was acquired meanwhile.
  private func resume() -> Bool {
    outcome.withLock { outcome in
      guard case .givenUp = outcome else { return false }
      outcome = .waiting
      return true
    }
  }

  private func lock() {
    var result = Outcome.locked
    while flock(number, LOCK_EX) != 0 {
      let code = errno
      if code == EINTR { continue }
      result = .failed(code)
      break
    }
    let isNeeded = outcome.withLock { outcome in
      guard case .givenUp = outcome else {
        outcome = result
        return true
      }
      _ = flock(number, LOCK_UN)
      outcome = .released
      return false
    }
    guard !isNeeded else { return _ = ended.signal() }
    Self.givenUp.withLock { all in
      all[fileID]?.removeAll { $0 === self }
      if all[fileID]?.isEmpty == true { all[fileID] = nil }
    }
  }
}
