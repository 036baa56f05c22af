package import Dispatch
import Glibc
package import MonikerDomain
import Synchronization

/// The wait for a lock that another process holds, up to a deadline.
///
/// The kernel wakes blocked processes in the order of their arrival. A process that polls instead
/// needs luck each time, and takes processor time from the lock holder: of eight processes that
/// signed in on a busy machine, some waited until their limit expired.
package final class LockWait: Sendable {
  private enum Outcome {
    case waiting, locked
    case failed(Int32)
    /// The caller has stopped waiting: a lock acquired from now on is released at once.
    case givenUp
  }

  /// A duplicate of the caller's descriptor: both share one open file, and so one lock.
  private let number: Int32
  private let outcome = Mutex(Outcome.waiting)
  private let ended = DispatchSemaphore(value: 0)

  private init(for file: borrowing FileDescriptor, of path: String) throws(StoreFailure) {
    number = try systemCall("wait for its lock", at: path) {
      fcntl(file.number, F_DUPFD_CLOEXEC, 0)
    }
  }

  deinit {
    _ = close(number)
  }

  /// Locks a file, and blocks until the lock is acquired or the deadline passes.
  ///
  /// A separate thread calls `flock(2)`, which has no time limit.
  ///
  /// - Parameters:
  ///   - file: the file to lock.
  ///   - path: the store, as named in failures.
  ///   - deadline: when the wait ends.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the deadline has passed.
  package static func lock(
    _ file: borrowing FileDescriptor,
    of path: String,
    until deadline: DispatchTime
  ) throws(StoreFailure) {
    // A caller that does not wait must not queue either, or it would briefly acquire the lock
    // later.
    guard .now() < deadline else { throw busy(path) }
    let wait = try LockWait(for: file, of: path)
    DispatchQueue(label: "moniker.lock").async { wait.lock() }
    _ = wait.ended.wait(timeout: deadline)
    let outcome = wait.outcome.withLock { outcome in
      if case .waiting = outcome { outcome = .givenUp }
      return outcome
    }
    switch outcome {
    case .locked: return
    case .failed(let code): throw StoreFailure(errno: code, cannot: "lock it", at: path)
    case .waiting, .givenUp: throw busy(path)
    }
  }

  private static func busy(_ path: String) -> StoreFailure {
    StoreFailure(.busy, at: path, detail: "another process holds its lock")
  }

  private func lock() {
    var result = Outcome.locked
    while flock(number, LOCK_EX) != 0 {
      let code = errno
      if code == EINTR { continue }
      result = .failed(code)
      break
    }
    outcome.withLock { outcome in
      if case .givenUp = outcome { _ = flock(number, LOCK_UN) } else { outcome = result }
    }
    ended.signal()
  }
}
