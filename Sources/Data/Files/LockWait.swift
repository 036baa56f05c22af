package import Dispatch
import Glibc
package import MonikerDomain
import Synchronization

/// The wait for a lock that another process holds, up to a moment.
///
/// The kernel wakes those who wait in the order in which they came. Whoever asks again and again instead
/// needs luck each time, and takes processor time from the one who holds the lock: eight processes that
/// sign in on a busy machine had some wait until their time ran out.
package final class LockWait: Sendable {
  private enum Outcome {
    case waiting, locked
    case failed(Int32)
    /// The caller has gone: what comes now is too late.
    case givenUp
  }

  /// The same open file as the caller's, so that a lock of one is a lock of the other.
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

  /// Locks a file, and waits for it on a thread of its own, since `flock(2)` knows no limit.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` when the moment has come.
  package static func lock(
    _ file: borrowing FileDescriptor,
    of path: String,
    until deadline: DispatchTime
  ) throws(StoreFailure) {
    // Who does not wait must not stand in the queue either, and have the lock for a moment later.
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
