#if Server
import MonikerDomain
import Synchronization
import Testing

@testable import MonikerPostgreSQL

@Suite(.timeLimit(.minutes(5))) struct `Questions at the same time` {
  /// Statements that end when the test says so, and answer each number with its double.
  private final class Statements: Sendable {
    private struct State {
      var asked: [[Int]] = []
      var running = 0
      var most = 0
      var isOpen = false
    }

    private let state = Mutex(State())
    private let failure: PostgreSQLFailure?

    init(failingWith failure: PostgreSQLFailure? = nil) {
      self.failure = failure
    }

    var asked: [[Int]] { state.withLock(\.asked) }
    var most: Int { state.withLock(\.most) }

    /// Lets all statements end.
    func open() { state.withLock { $0.isOpen = true } }

    func run(_ numbers: [Int]) async -> Result<[Int], PostgreSQLFailure> {
      state.withLock { state in
        state.asked.append(numbers)
        state.running += 1
        state.most = max(state.most, state.running)
      }
      await wait { self.state.withLock(\.isOpen) }
      state.withLock { $0.running -= 1 }
      if let failure, numbers.contains(0) { return .failure(failure) }
      return .success(numbers.map { 2 * $0 })
    }
  }

  @Test(arguments: [1, 2])
  func `are asked by one statement, if they come while others run`(limit: Int) async throws {
    let statements = Statements()
    defer { statements.open() }
    let reads = GatheredReads(limit: limit, ask: statements.run)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...limit {
        group.addTask { try await reads.answer(to: number) == 2 * number }
        await wait { statements.asked.count == number }
      }
      for number in 10..<20 { group.addTask { try await reads.answer(to: number) == 2 * number } }
      await wait { reads.waiterCount == 10 }
      statements.open()
      for try await isRight in group { #expect(isRight) }
    }
    #expect(statements.asked.prefix(limit).map(\.count) == Array(repeating: 1, count: limit))
    #expect(statements.asked.dropFirst(limit).map { Set($0) } == [Set(10..<20)])
    #expect(statements.most == limit)
    // Later ones are asked at once.
    #expect(try await reads.answer(to: 5) == 10)
    #expect(reads.waiterCount == 0)
  }

  @Test func `all get the failure of their statement, and no other one does`() async throws {
    let failure = PostgreSQLFailure(.other, .busy, at: "somewhere", detail: "for a test")
    let statements = Statements(failingWith: failure)
    defer { statements.open() }
    let reads = GatheredReads(limit: 1, ask: statements.run)
    async let first = Self.outcome(of: 1, reads)
    await wait { statements.asked.count == 1 }
    async let second = Self.outcome(of: 0, reads)
    async let third = Self.outcome(of: 2, reads)
    await wait { reads.waiterCount == 2 }
    statements.open()
    #expect(await first == 2)
    #expect(await second == nil)
    #expect(await third == nil)
    #expect(await Self.outcome(of: 3, reads) == 6)
  }

  private static func outcome(of number: Int, _ reads: GatheredReads<Int, Int>) async -> Int? {
    try? await reads.answer(to: number)
  }
}

/// Waits until something is so, or the test is ended.
private func wait(until condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}
#endif
