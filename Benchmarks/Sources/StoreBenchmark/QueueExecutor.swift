import Dispatch

/// An executor on a queue that may block, for an actor and for the tasks that run beside it.
final class QueueExecutor: SerialExecutor, TaskExecutor {
  private let queue = DispatchQueue(label: "store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(),
        taskExecutor: self.asUnownedTaskExecutor()
      )
    }
  }
}
