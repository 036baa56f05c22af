import MonikerDomain
import MonikerModel
import MonikerFiles

/// A change that waits for its batch, with its caller's continuation.
///
/// It is not Sendable: it belongs to the store's actor.
final class PendingChange {
  /// Whether it waits while another connection holds the write lock.
  let waitsForLock: Bool
  /// Began with the call.
  let start: Countdown
  /// The wait for the write lock; nil before it has begun.
  private var waiting: Waiting?
  /// Whether it has written something that must be committed.
  private(set) var isChanged = false
  /// Whether it has an answer from a read alone.
  private(set) var isSettled = false
  /// Why the change failed; nil if it was made or refused.
  private(set) var failure: StoreFailure?

  private let body: (SQLiteConnection) throws(StoreFailure) -> Bool
  private let resume: (StoreFailure?) -> Void

  /// - Parameters:
  ///   - waitsForLock: see ``waitsForLock``.
  ///   - start: see ``start``.
  ///   - body: makes the change; it may run more than once, and the last run counts.
  ///   - resume: receives the result, once.
  init<Answer, Refusal>(
    waitsForLock: Bool,
    since start: Countdown,
    _ body:
      @escaping (SQLiteConnection) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>,
    resume: @escaping (consuming Result<Result<Answer, Refusal>, StoreFailure>) -> Void
  ) {
    self.waitsForLock = waitsForLock
    self.start = start
    var result: Result<Answer, Refusal>?
    self.body = { connection throws(StoreFailure) in
      let step = try body(connection)
      result = step.map(\.answer)
      if case .success(.changed) = step { return true }
      return false
    }
    self.resume = { failure in
      if let failure {
        resume(.failure(failure))
      } else if let result = result.take() {
        // Moved, not copied: it may hold a hundred strings.
        resume(.success(result))
      } else {
        preconditionFailure("a change is run before its caller resumes")
      }
    }
  }

  /// Runs the change inside a transaction.
  ///
  /// - Returns: whether the transaction may be committed. It may not if the change failed, or if it
  ///   wrote and was then refused or found nothing to do.
  func run(on connection: SQLiteConnection) -> Bool {
    let rowCount = connection.writtenRowCount
    do throws(StoreFailure) {
      isChanged = try body(connection)
      failure = nil
      return isChanged || connection.writtenRowCount == rowCount
    } catch {
      // A failed statement may have written rows that the count does not include.
      fail(with: error)
      return false
    }
  }

  /// Runs the change in a transaction that is rolled back, and settles it if it has nothing to write.
  func settle(on connection: SQLiteConnection) {
    let mayCommit = try? connection.withoutBusyWait { () throws(StoreFailure) in
      try connection.transaction(.deferred, keepingIf: { _ in false }) { () throws(StoreFailure) in
        try connection.checkVersion()
        return run(on: connection)
      }
    }
    isSettled = mayCommit == true && !isChanged
  }

  /// Whether it waits for the write lock, or has waited.
  var isWaiting: Bool { waiting != nil }

  /// Starts the wait for the write lock, if it has not begun.
  ///
  /// - Parameter wait: how long the change waits.
  /// - Returns: whether the change waits on.
  func mayWait(atMost wait: Duration) -> Bool {
    guard waitsForLock else { return false }
    let waiting = waiting ?? Waiting(atMost: wait)
    self.waiting = waiting
    return !waiting.isOver
  }

  /// Sleeps for one interval of the wait.
  func pause() {
    _ = waiting?.pause()
  }

  func fail(with error: StoreFailure) {
    (isChanged, isSettled, failure) = (false, false, error)
  }

  /// Resumes the caller with the result.
  func deliver() {
    resume(failure)
  }
}
