import Synchronization

/// The stores that a command has opened; they stay open until it has written its answer.
final class OpenStores: Sendable {
  private let closings = Mutex<[@Sendable () async -> Void]>([])

  /// - Parameter close: closes a store.
  func add(_ close: @escaping @Sendable () async -> Void) {
    closings.withLock { $0.append(close) }
  }

  func close() async {
    for close in closings.withLock(\.self) { await close() }
  }
}
