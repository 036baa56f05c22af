import Glibc
import Synchronization

/// Whether this process has asked a service for a change whose answer has not come: then Ctrl-C says so.
package enum ChangeInDoubt {
  private static let isInDoubt = Atomic(false)

  // A `String` would be converted to bytes, which may allocate.
  private static let message: StaticString = """
    Interrupted before the service had answered: the change may have been made. After a login or a
    recovery-key, run the same command again within 10 minutes; it is done once.

    """

  /// Makes ``report()`` safe in a signal handler: call it once before.
  static func prepare() {
    // What is done for the first time may allocate.
    _ = (isInDoubt.load(ordering: .relaxed), message.utf8CodeUnitCount)
  }

  /// Notes that a change is asked for.
  ///
  /// - Returns: whether another one is in doubt already.
  package static func begin() -> Bool { isInDoubt.exchange(true, ordering: .relaxed) }

  /// Notes what is known after an answer.
  package static func end(_ isStillInDoubt: Bool) {
    isInDoubt.store(isStillInDoubt, ordering: .relaxed)
  }

  /// Says on standard error that a change is in doubt, if one is; it makes only calls that are safe in a signal
  /// handler.
  static func report() {
    guard isInDoubt.load(ordering: .relaxed) else { return }
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
  }
}
