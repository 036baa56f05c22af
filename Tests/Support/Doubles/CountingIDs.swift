public import MonikerDomain
import Synchronization

/// A source of the IDs 1, 2, 3 and so on, each returned once.
public final class CountingIDs: Sendable {
  private let last = Mutex<UInt64>(0)

  /// Makes a source whose first ID is 1.
  public init() {}

  /// Returns the next ID.
  public func next<Subject>() -> Identifier<Subject> {
    last.withLock {
      $0 += 1
      return Identifier(high: 0, low: $0)
    }
  }
}
