import Dispatch

/// A queue for what may wait, and for the tasks that are to stay there.
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
