public import MonikerDomain
import Synchronization

/// Identities 1, 2, 3 and so on, each given once.
public final class CountingIDs: Sendable {
  private let last = Mutex<UInt64>(0)

  /// Starts before 1.
  public init() {}

  /// The next identity.
  public func next<Subject>() -> Identifier<Subject> {
    last.withLock {
      $0 += 1
      return Identifier(high: 0, low: $0)
    }
  }
}
