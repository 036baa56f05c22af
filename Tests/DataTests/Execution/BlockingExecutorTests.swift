import Foundation
import Glibc
import Testing

@testable import MonikerModel

/// An actor that returns the thread that it runs on.
private actor Place {
  private let executor: BlockingExecutor

  init(on executor: BlockingExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  var thread: pthread_t { pthread_self() }

  /// The threads before, during and after a call of another actor.
  func threads(calling other: Place) async -> [pthread_t] {
    [pthread_self(), await other.thread, pthread_self()]
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The executor of blocking calls` {
  /// Runs a task on the calling thread, which is a thread of the test that outlives the task.
  ///
  /// - Returns: that thread, and the result.
  private func onCallingThread<Result: Sendable>(
    _ executor: BlockingExecutor = BlockingExecutor(),
    _ body: @escaping @Sendable () async -> Result
  ) async -> (pthread_t, Result) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let thread = pthread_self()
        executor.runOnCallingThread { continuation.resume(returning: (thread, await body())) }
      }
    }
  }

  @Test func `runs actors on one thread of its own`() async {
    let executor = BlockingExecutor()
    let threads = await Place(on: executor).threads(calling: Place(on: executor))
    #expect(Set(threads).count == 1)
  }

  @Test func `runs the task and its actors on the calling thread`() async {
    let executor = BlockingExecutor()
    let (thread, threads) = await onCallingThread(executor) {
      let place = Place(on: executor)
      return [pthread_self(), await place.thread, pthread_self()]
    }
    #expect(threads == [thread, thread, thread])
  }

  @Test func `resumes the task on the calling thread after another thread's work`() async {
    let (thread, resumed) = await onCallingThread {
      await withCheckedContinuation { continuation in
        // By then the calling thread has no job, or is about to have none.
        Thread.detachNewThread { continuation.resume() }
      }
      return pthread_self()
    }
    #expect(resumed == thread)
  }
}
