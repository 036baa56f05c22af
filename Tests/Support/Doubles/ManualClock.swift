public import MonikerDomain
import Synchronization

/// A clock that stands still until it is moved.
public final class ManualClock: Sendable {
  private let time: Mutex<Timestamp>

  /// Starts at a moment, given in milliseconds since 1970.
  public init(_ millisecondsSince1970: Int64 = 1_700_000_000_000) {
    time = Mutex(Timestamp(millisecondsSince1970: millisecondsSince1970))
  }

  /// The moment at which the clock stands.
  public var now: Timestamp { time.withLock { $0 } }

  /// Moves the clock, back if `milliseconds` is negative.
  public func advance(by milliseconds: Int64) {
    time.withLock {
      $0 = Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + milliseconds)
    }
  }
}
