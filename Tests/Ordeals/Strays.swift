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

  private static let patience: Duration = .seconds(2)

  /// - Returns: whether others had to wait.
  func areThere() async throws -> Bool {
    // With one processor whoever goes on without a pause keeps the others waiting anyhow.
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return false }
    let isOver = Flag()
    async let isGivenUp = askingAgainAndAgain(until: isOver)
    try await Task.sleep(for: .milliseconds(20))
    _ = try await store.summary()
    isOver.value.store(true, ordering: .relaxed)
    return await isGivenUp
  }

  /// Asks right here: a closure of whoever calls this would lead back.
  ///
  /// - Returns: whether it went on until its patience was at an end.
  @concurrent private func askingAgainAndAgain(until isOver: Flag) async -> Bool {
    let end = ContinuousClock.now + Self.patience
    while !isOver.value.load(ordering: .relaxed) {
      if ContinuousClock.now > end { return true }
      _ = try? await store.session(of: .active)
    }
    return false
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}
