import Synchronization
import Testing

@testable import MonikerData

@Suite(.timeLimit(.minutes(1))) struct `The thread of a store` {
  /// Whoever has work for the thread.
  private actor Worker {
    let thread = BlockingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private(set) var jobCount = 0

    func work() { jobCount += 1 }

    /// Has the next job waiting before each one ends.
    func work(until isOver: @escaping @Sendable () -> Bool, _ end: @escaping @Sendable () -> Void) {
      work()
      if isOver() { end() } else { Task { work(until: isOver, end) } }
    }

    func workAndSend(_ errand: @escaping @Sendable () -> Void) {
      work()
      thread.doSoon(errand)
    }
  }

  private final class Counts: Sendable {
    private let runs = Mutex<[String]>([])
    func add(_ name: String) { runs.withLock { $0.append(name) } }
    var all: [String] { runs.withLock(\.self) }
  }

  @Test func `does an errand when it has nothing else to do`() async throws {
    let (worker, counts) = (Worker(), Counts())
    await worker.workAndSend { counts.add("one") }
    while counts.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    // And another one after it, once each.
    await worker.workAndSend { counts.add("other") }
    while counts.all.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(5))
    #expect(counts.all == ["one", "other"])
  }

  @Test func `does an errand though it is never without work`() async throws {
    let (worker, counts) = (Worker(), Counts())
    await worker.workAndSend { counts.add("one") }
    let deadline = ContinuousClock.now + .seconds(10)
    await withCheckedContinuation { asker in
      Task {
        await worker.work(until: { !counts.all.isEmpty || .now > deadline }) { asker.resume() }
      }
    }
    #expect(counts.all == ["one"])
    #expect(await worker.jobCount > 2)
  }

  @Test func `does the last one of several errands`() async throws {
    let (worker, counts) = (Worker(), Counts())
    let thread = worker.thread
    await worker.work()
    for number in 0..<10 { thread.doSoon { counts.add("\(number)") } }
    await worker.work()
    while counts.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(5))
    #expect(counts.all == ["9"])
  }
}
