import Dispatch
import Synchronization

/// Holds a store's jobs until they are released, so that a test determines which are pending
/// together.
final class HeldExecutor: SerialExecutor {
  private struct State {
    var isHeld = true
    var held: [UnownedJob] = []
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    /// Removes and returns the waiting test if the number of held calls suffices.
    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      guard let waiter, held.count >= waiter.count else { return nil }
      self.waiter = nil
      return waiter.continuation
    }
  }

  private let queue = DispatchQueue(label: "test.held")
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isHeld, waiter) = state.withLock { state in
      if state.isHeld { state.held.append(job) }
      return (state.isHeld, state.takeWaiter())
    }
    waiter?.resume()
    if !isHeld { run(job) }
  }

  /// Returns once this number of calls is held.
  func holds(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiter = (count, continuation)
        return state.takeWaiter()
      }?.resume()
    }
  }

  /// Holds all jobs from now on.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Runs the held jobs, and from now on every job when it arrives.
  func release() {
    let jobs = state.withLock { state in
      state.isHeld = false
      defer { state.held = [] }
      return state.held
    }
    // Jobs that the first of them enqueues must run after the last of them.
    queue.suspend()
    for job in jobs { run(job) }
    queue.resume()
  }

  private func run(_ job: UnownedJob) {
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
