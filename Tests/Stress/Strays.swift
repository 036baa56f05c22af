import Foundation
import MonikerData
import MonikerDomain
import MonikerDoubles
import Synchronization

/// Checks whether the code of a caller that reads a store in a loop stays on the store's executor,
/// which then blocks all other callers.
///
/// This occurs only in optimized builds.
struct Strays {
  /// The concrete type: calls through the protocol return to the caller's executor.
  let store: SQLiteRepository

  /// Ends a hang: callers that are blocked wait without a limit.
  private static let limit: Duration = .seconds(300)

  /// - Returns: whether other callers were blocked.
  func areThere() async throws -> Bool {
    // On a single processor, a loop without a pause blocks other callers in any case.
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return false }
    let isOver = Flag()
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    async let isGivenUp = askingAgainAndAgain(until: isOver, answer)
    for await _ in answers {}
    _ = try await store.summary()
    isOver.value.store(true, ordering: .relaxed)
    return await isGivenUp
  }

  /// Reads in this function: a closure of the caller would return to its executor.
  ///
  /// - Parameter answer: finished once the first read has returned.
  /// - Returns: whether the loop reached the time limit.
  @concurrent private func askingAgainAndAgain(
    until isOver: Flag,
    _ answer: AsyncStream<Void>.Continuation
  ) async -> Bool {
    let end = ContinuousClock.now + Self.limit
    while !isOver.value.load(ordering: .relaxed) {
      if ContinuousClock.now > end { return true }
      _ = try? await store.session(of: .active)
      answer.finish()
    }
    return false
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}
