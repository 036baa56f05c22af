import Dispatch
import Glibc
import Synchronization

/// Runs jobs one after another on one thread, which may block.
///
/// A store waits for locks and for the disk. On the cooperative pool, which has one thread per
/// core, that would delay unrelated tasks. The thread starts with the first job and ends after two
/// seconds without one, unless it is the thread that calls ``runOnCallingThread(_:)``. A Dispatch
/// queue would start another thread, up to a hundred, whenever the last one is not yet asleep.
package final class BlockingExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasThread = false
    var isThreadAsleep = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  /// How long the thread waits for another job before it ends.
  private static let idleTimeout = DispatchTimeInterval.seconds(2)

  /// Creates the executor; the first job starts its thread.
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (hadThread, isAsleep) = state.withLock { state in
      state.jobs.append(job)
      defer { (state.hasThread, state.isThreadAsleep) = (true, false) }
      return (state.hasThread, state.isThreadAsleep)
    }
    if !hadThread { startThread() } else if isAsleep { arrivals.signal() }
  }

  /// Runs a task, and all jobs of this executor, on the calling thread until the process exits.
  ///
  /// A program that makes one request needs no second thread: starting one takes longer than
  /// reading which account is signed in. Call it before this executor has a job.
  ///
  /// - Parameter body: the task. It must not need the main actor, which may belong to the blocked
  ///   thread.
  package func runOnCallingThread(_ body: @escaping @Sendable () async -> Void) -> Never {
    state.withLock { $0.hasThread = true }
    Task(executorPreference: self, operation: body)
    while true {
      if let job = nextJob() {
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(),
          taskExecutor: asUnownedTaskExecutor()
        )
      } else {
        arrivals.wait()
      }
    }
  }

  private func startThread() {
    var thread = pthread_t()
    let own = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread,
      nil,
      { executor in
        guard let executor else { return nil }
        Unmanaged<BlockingExecutor>.fromOpaque(executor).takeRetainedValue().runUntilIdle()
        return nil
      },
      own.toOpaque()
    )
    guard code != 0 else {
      pthread_detach(thread)
      return
    }
    own.release()
    // No thread could be created, but Dispatch may have one to share.
    DispatchQueue.global().async { [self] in runUntilIdle() }
  }

  private func runUntilIdle() {
    while true {
      if let job = nextJob() {
        job.runSynchronously(on: asUnownedSerialExecutor())
      } else if arrivals.wait(timeout: .now() + Self.idleTimeout) == .timedOut, endsThread() {
        return
      }
    }
  }

  /// Removes and returns the next job; returns nil if the thread has to wait for a signal.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      state.isThreadAsleep = state.jobs.isEmpty
      return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
  }

  /// Returns whether the thread has to end, because no job arrived after the timeout.
  private func endsThread() -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty else { return false }
      (state.hasThread, state.isThreadAsleep) = (false, false)
      return true
    }
  }
}
