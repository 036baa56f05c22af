#if Server
import Synchronization

/// Answers questions that come at the same time by one statement.
///
/// A statement costs the database, the connection and two changes of thread, whatever it asks. What comes
/// while as many statements run as may waits for the next one, and is asked together.
final class GatheredReads<Question: Sendable, Answer: Sendable>: Sendable {
  /// The answers to some questions, in their order.
  typealias Answers = Result<[Answer], PostgreSQLFailure>

  private struct Waiter {
    let question: Question
    let continuation: CheckedContinuation<Result<Answer, PostgreSQLFailure>, Never>
  }

  private struct State {
    var waiters: [Waiter] = []
    /// The number of statements that run.
    var running = 0
  }

  private let limit: Int
  private let ask: @Sendable ([Question]) async -> Answers
  private let state = Mutex(State())

  /// The number of questions that wait for the next statement.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// Creates the object.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of statements at once.
  ///   - ask: runs a statement.
  init(limit: Int, ask: @escaping @Sendable ([Question]) async -> Answers) {
    self.limit = limit
    self.ask = ask
  }

  /// Returns the answer to a question, as of a moment after the call.
  ///
  /// - Throws: the failure of the statement, which all its questions get.
  func answer(to question: Question) async throws(PostgreSQLFailure) -> Answer {
    let answer = await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        state.waiters.append(Waiter(question: question, continuation: continuation))
        guard state.running < limit else { return false }
        state.running += 1
        return true
      }
      if isFree { Task { await run() } }
    }
    return try answer.get()
  }

  /// Runs statements until no question waits.
  private func run() async {
    while let waiters = takeWaiters() {
      switch await ask(waiters.map(\.question)) {
      case .success(let answers):
        for (waiter, answer) in zip(waiters, answers) {
          waiter.continuation.resume(returning: .success(answer))
        }
      case .failure(let failure):
        for waiter in waiters { waiter.continuation.resume(returning: .failure(failure)) }
      }
    }
  }

  /// Takes the questions that wait; nil if there is none, and no statement runs here any more.
  private func takeWaiters() -> [Waiter]? {
    state.withLock { state in
      guard !state.waiters.isEmpty else {
        state.running -= 1
        return nil
      }
      defer { state.waiters = [] }
      return state.waiters
    }
  }
}
#endif
