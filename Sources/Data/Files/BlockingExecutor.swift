import Dispatch
import Glibc
import Synchronization

/// Runs an actor's work one piece after another on a thread of its own.
///
/// A store waits for locks and for the disk. On the cooperative pool, which has a thread a core,
/// that would hold up tasks that have nothing to do with it. A queue of Dispatch would do; but it makes a new
/// thread whenever the last one has not yet lain down to sleep, up to a hundred of them.
final class BlockingExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasThread = false
    var isThreadAsleep = false
    /// What is done when there is time for it, and how long it waits for that.
    var errand: (body: @Sendable () -> Void, patience: Countdown)?
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  /// How long the thread stays when there is nothing to do.
  private static let patience = DispatchTimeInterval.seconds(2)

  /// How long it waits for a job before it does anything else.
  private static let pause = DispatchTimeInterval.milliseconds(1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (hadThread, isAsleep) = state.withLock { state in
      state.jobs.append(job)
      defer { (state.hasThread, state.isThreadAsleep) = (true, false) }
      return (state.hasThread, state.isThreadAsleep)
    }
    if !hadThread { startThread() } else if isAsleep { arrivals.signal() }
  }

  private func startThread() {
    var thread = pthread_t()
    let own = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread,
      nil,
      { executor in
        guard let executor else { return nil }
        Unmanaged<BlockingExecutor>.fromOpaque(executor).takeRetainedValue().run()
        return nil
      },
      own.toOpaque()
    )
    guard code != 0 else {
      pthread_detach(thread)
      return
    }
    own.release()
    // There may be one that others share.
    DispatchQueue.global().async { [self] in run() }
  }

  /// Has something done soon, in place of what else was to be done so: when there has been no job for a
  /// millisecond, or after the job that ends ten milliseconds later or more.
  ///
  /// Not at once, since whoever waits for a job waits for the thread to lie down as well. A job of this thread calls
  /// it; one that is to wait for long calls ``doErrand(patiently:)`` before that.
  func doSoon(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.errand = (body, state.errand?.patience ?? Countdown(.milliseconds(10)))
    }
  }

  /// Does what was to be done soon.
  ///
  /// - Parameter isPatient: whether that may wait until its time has come.
  func doErrand(patiently isPatient: Bool = false) {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      guard let errand = state.errand, !isPatient || errand.patience.isOver else { return nil }
      state.errand = nil
      return errand.body
    }
    body?()
  }

  /// Does what there is to do, until there has been nothing for a while.
  private func run() {
    while true {
      let (job, hasErrand) = state.withLock { state in
        state.isThreadAsleep = state.jobs.isEmpty
        return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.errand != nil)
      }
      if let job {
        job.runSynchronously(on: asUnownedSerialExecutor())
        doErrand(patiently: true)
      } else if hasErrand {
        if arrivals.wait(timeout: .now() + Self.pause) == .timedOut { doErrand() }
      } else if arrivals.wait(timeout: .now() + Self.patience) == .timedOut {
        let isOver = state.withLock { state in
          guard state.jobs.isEmpty, state.errand == nil else { return false }
          (state.hasThread, state.isThreadAsleep) = (false, false)
          return true
        }
        if isOver { return }
      }
    }
  }
}
