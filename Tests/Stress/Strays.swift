import Foundation
import MonikerData
import MonikerDomain
import Synchronization

/// Finds out whether the code of whoever asks a store again and again goes on where the store's own is, which
/// then keeps everybody else waiting.
///
/// Only the optimizer makes it do so.
struct Strays {
  /// Not any store: behind the protocol the calls lead back.
  let store: SQLiteRepository

  /// Only ends a hang: others that have to wait do so without an end.
  private static let limit: Duration = .seconds(300)

  /// - Returns: whether others had to wait.
  func areThere() async throws -> Bool {
    // With one processor whoever goes on without a pause keeps the others waiting anyhow.
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return false }
    let isOver = Flag()
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    async let isGivenUp = askingAgainAndAgain(until: isOver, answer)
    for await _ in answers {}
    _ = try await store.summary()
    isOver.value.store(true, ordering: .relaxed)
    return await isGivenUp
  }

  /// Asks right here: a closure of whoever calls this would lead back.
  ///
  /// - Parameter answer: is finished once the first question is answered.
  /// - Returns: whether it went on until the limit.
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
