import Dispatch
import Glibc
import Testing

@testable import MonikerApp

/// An actor that tells the thread that it is on.
private actor Place {
  private let executor: CallingThread

  init(on executor: CallingThread) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  var thread: UInt { pthread_self() }
}

@Suite struct `The calling thread` {
  @Test func `runs the task and the actors that are on it`() {
    let calling = CallingThread()
    let place = Place(on: calling)
    let threads = calling.run { [pthread_self(), await place.thread, pthread_self()] }
    #expect(threads == [pthread_self(), pthread_self(), pthread_self()])
  }

  @Test func `goes on when what the task waits for comes from another thread`() {
    // Many times: the other thread resumes the task before the calling thread waits, or after that.
    let threads = CallingThread().run {
      var threads: Set<UInt> = []
      for _ in 0..<200 {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume() }
        }
        threads.insert(pthread_self())
      }
      return threads
    }
    #expect(threads == [pthread_self()])
  }

  @Test func `runs one task after another`() {
    let calling = CallingThread()
    #expect((1...3).map { number in calling.run { number } } == [1, 2, 3])
  }
}
