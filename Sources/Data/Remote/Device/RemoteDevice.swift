#if Server
import MonikerDomain
import MonikerFiles

/// The token of this device, for all requests of a store.
///
/// One request at a time may replace it. Others may be under way with the former token: what the service
/// refuses them is asked again with the new one.
actor RemoteDevice {
  private let store: any DeviceTokenStore
  private var isLoaded = false
  private var kept: RemoteSecret?
  private var isReplacing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ store: any DeviceTokenStore) {
    self.store = store
  }

  /// See ``DeviceTokenStore/origin``.
  nonisolated var tokenOrigin: String? { store.origin }

  /// The token; nil if the service does not know this device yet.
  func token() throws(StoreFailure) -> RemoteSecret? {
    if !isLoaded { try reload() }
    return kept
  }

  /// Reads the token again, because another process may have replaced it.
  ///
  /// - Returns: whether it is another one than that of a request.
  func isOther(than used: RemoteSecret?) throws(StoreFailure) -> Bool {
    if kept == used { try reload() }
    return kept != used
  }

  private func reload() throws(StoreFailure) {
    kept = try store.load()
    isLoaded = true
  }

  /// Keeps a token.
  ///
  /// One from outside stays in use: it proves the device until the new one is used, which nobody gets.
  func keep(_ token: RemoteSecret?) throws(StoreFailure) {
    guard tokenOrigin == nil else { return }
    // In this process it counts at once, also if it cannot be written.
    (kept, isLoaded) = (token, true)
    try store.save(token)
  }

  /// Waits until nobody else replaces the token; ``endReplacing()`` ends it.
  ///
  /// - Parameter limit: how long to wait for other processes.
  /// - Returns: what keeps other processes out as long as it exists.
  func beginReplacing(within limit: Duration) async throws(StoreFailure) -> (any Sendable)? {
    while isReplacing { await withCheckedContinuation { waiting.append($0) } }
    isReplacing = true
    do throws(StoreFailure) {
      let lock = try await lock(within: limit)
      try reload()
      return lock
    } catch {
      endReplacing()
      throw error
    }
  }

  private func lock(within limit: Duration) async throws(StoreFailure) -> (any Sendable)? {
    let wait = Countdown(limit)
    while true {
      if let lock = try store.lock() { return lock }
      guard !wait.isOver, (try? await Task.sleep(for: .milliseconds(20))) != nil else {
        throw StoreFailure(
          .busy,
          at: "the token of this device",
          detail: "another process is signing in"
        )
      }
    }
  }

  /// Lets the next one replace the token.
  func endReplacing() {
    isReplacing = false
    let next = waiting
    waiting = []
    for continuation in next { continuation.resume() }
  }
}
#endif
