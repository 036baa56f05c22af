import Synchronization
import Testing

@testable import MonikerData

@Suite(.timeLimit(.minutes(1))) struct `The thread of a store` {
  /// Whoever has work for the thread.
  private actor Worker {
    let thread = BlockingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Has the next job waiting before each one ends, and each of them send an errand.
    func work(
      _ count: Int,
      sending errand: @escaping @Sendable () -> Void,
      until isOver: @escaping @Sendable () -> Bool,
      _ end: @escaping @Sendable () -> Void
    ) {
      workAndSend(errand)
      if isOver() || count == 1 {
        end()
      } else {
        Task { work(count - 1, sending: errand, until: isOver, end) }
      }
    }

    func workAndSend(_ errand: @escaping @Sendable () -> Void) { workAndSend([errand]) }

    func workAndSend(_ errands: [@Sendable () -> Void]) {
      for errand in errands { thread.doSoon(errand) }
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
    let isDone: Bool = await withCheckedContinuation { asker in
      Task {
        // However busy the machine is, so many take more than ten milliseconds.
        await worker.work(
          200_000,
          sending: { counts.add("one") },
          until: { !counts.all.isEmpty }
        ) { asker.resume(returning: !counts.all.isEmpty) }
      }
    }
    #expect(isDone)
  }

  @Test func `does the last one of several errands`() async throws {
    let (worker, counts) = (Worker(), Counts())
    await worker.workAndSend((0..<10).map { number in { counts.add("\(number)") } })
    while counts.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(5))
    #expect(counts.all == ["9"])
  }
}
