import Dispatch
import Glibc
import MonikerDomain
import Synchronization

/// The wait for a lock that another process holds, up to a moment.
///
/// The kernel wakes those who wait in the order in which they came. Whoever asks again and again instead
/// needs luck each time, and takes processor time from the one who holds the lock: eight processes that
/// sign in on a busy machine had some wait until their time ran out.
final class LockWait: Sendable {
  /// The same open file as the caller's, so that a lock of one is a lock of the other, also if the caller
  /// has gone: one that comes too late is let go of again with this number.
  private let number: Int32
  private let failure = Mutex<Int32>(0)
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
  static func lock(
    _ file: borrowing FileDescriptor,
    of path: String,
    until deadline: DispatchTime
  ) throws(StoreFailure) {
    // Who does not wait must not stand in the queue either, and have the lock for a moment later.
    guard .now() < deadline else { throw busy(path) }
    let wait = try LockWait(for: file, of: path)
    DispatchQueue(label: "moniker.lock").async { wait.lock() }
    guard wait.ended.wait(timeout: deadline) == .success else { throw busy(path) }
    let code = wait.failure.withLock { $0 }
    guard code == 0 else { throw StoreFailure(errno: code, cannot: "lock it", at: path) }
  }

  private static func busy(_ path: String) -> StoreFailure {
    StoreFailure(.busy, at: path, detail: "another process holds its lock")
  }

  private func lock() {
    while flock(number, LOCK_EX) != 0 {
      let code = errno
      if code == EINTR { continue }
      failure.withLock { $0 = code }
      break
    }
    ended.signal()
  }
}
