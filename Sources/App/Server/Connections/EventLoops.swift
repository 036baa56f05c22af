#if Server
import CProcess
import NIOCore
import NIOPosix

extension MultiThreadedEventLoopGroup {
  /// Makes a group with a thread for each processor that this process may use.
  ///
  /// With more threads than processors, the threads wait for each other, and the slowest of a hundred requests takes
  /// twice as long.
  static func ofService() -> MultiThreadedEventLoopGroup {
    MultiThreadedEventLoopGroup(numberOfThreads: max(1, Int(moniker_processor_count())))
  }
}

/// Runs tasks on an event loop, so that no request changes its thread on the way.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
#endif
