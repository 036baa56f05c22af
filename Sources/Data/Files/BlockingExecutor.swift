import Dispatch

/// Runs an actor's work one piece after another on a thread of its own.
///
/// A store waits for locks and for the disk. On the cooperative pool, which has a thread a core,
/// that would hold up tasks that have nothing to do with it.
final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Held until the job is done: what the job does last may let go of the actor, which owns this.
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
