import Dispatch
import Synchronization

/// Holds a store's jobs until it is released, so that a test knows which are pending together.
final class HeldExecutor: SerialExecutor {
  private struct State {
    var isHeld = true
    var held: [UnownedJob] = []
    /// How many jobs the test waits for, and its continuation.
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    mutating func resumeWaiter() {
      guard let waiter, held.count >= waiter.count else { return }
      waiter.continuation.resume()
      self.waiter = nil
    }
  }

  private let queue = DispatchQueue(label: "test.held")
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = state.withLock { state in
      if state.isHeld { state.held.append(job) }
      state.resumeWaiter()
      return state.isHeld
    }
    if !isHeld { run(job) }
  }

  /// Returns when as many jobs are held.
  func holds(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiter = (count, continuation)
        state.resumeWaiter()
      }
    }
  }

  /// Runs the held jobs, and from now on every job when it arrives.
  func release() {
    let jobs = state.withLock { state in
      state.isHeld = false
      return state.held
    }
    // What the first of them adds comes after the last of them.
    queue.suspend()
    for job in jobs { run(job) }
    queue.resume()
  }

  private func run(_ job: UnownedJob) {
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
