import Dispatch
import Synchronization

/// Keeps what a store has to do until it is told to do it, so that a test knows what waits at once.
final class HeldExecutor: SerialExecutor {
  private struct State {
    var isHeld = true
    var held: [UnownedJob] = []
  }

  private let queue = DispatchQueue(label: "test.held")
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = state.withLock { state in
      if state.isHeld { state.held.append(job) }
      return state.isHeld
    }
    if !isHeld { run(job) }
  }

  /// How many calls wait.
  var count: Int { state.withLock(\.held.count) }

  /// Has all that waits done, and from now on everything at once.
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
