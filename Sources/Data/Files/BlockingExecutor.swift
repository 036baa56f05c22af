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
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
