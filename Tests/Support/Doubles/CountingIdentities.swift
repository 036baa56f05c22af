import Synchronization

/// Identities 1, 2, 3 and so on, each given once.
public final class CountingIdentities: Sendable {
  private let last = Mutex<UInt128>(0)

  /// Starts before 1.
  public init() {}

  /// The next identity.
  public func next() -> UInt128 {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}
