import Dispatch
import Synchronization

/// Runs a task on the thread that waits for it, and with it the blocking calls of the stores.
///
/// A program that asks one thing and ends needs no thread beside its own: to make one takes longer than to
/// read who is signed in.
final class CallingThread: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  /// Runs a task, and waits until it has ended.
  ///
  /// - Parameter body: must not need the main actor, for whose thread nobody would be waiting.
  func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let end = End<Result>()
    Task(executorPreference: self) {
      let result = await body()
      end.result.withLock { $0 = result }
    }
    while true {
      if let result = end.result.withLock(\.self) { return result }
      arrivals.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor()
      )
    }
  }

  /// What a task has ended with; nil until it has.
  private final class End<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
  }
}
