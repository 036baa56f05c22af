#if Server
import Synchronization

/// Limits how many of something each client has at once, such as connections.
final class ClientLimit: Sendable {
  private let maximum: Int
  private let counts = Mutex<[IPNetwork: Int]>([:])

  /// Creates a limit for each client.
  init(_ maximum: Int) {
    self.maximum = maximum
  }

  /// Takes a place, which is free again when it is left, or when nothing refers to it.
  ///
  /// - Returns: nil if the client has as many as it may.
  func place(for client: IPNetwork) -> Place? {
    counts.withLock { counts in
      let count = counts[client, default: 0]
      guard count < maximum else { return nil }
      counts[client] = count + 1
      return Place(limit: self, client: client)
    }
  }

  private func giveBack(_ client: IPNetwork) {
    counts.withLock { counts in
      // A client without any is forgotten: there are as many clients as places at most.
      counts[client] = counts[client].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// One of those that a client may have.
  final class Place: Sendable {
    private let limit: ClientLimit
    private let client: IPNetwork
    private let isTaken = Atomic(true)

    fileprivate init(limit: ClientLimit, client: IPNetwork) {
      self.limit = limit
      self.client = client
    }

    deinit { leave() }

    /// Makes the place free; again does nothing.
    func leave() {
      if isTaken.exchange(false, ordering: .relaxed) { limit.giveBack(client) }
    }
  }
}
#endif
