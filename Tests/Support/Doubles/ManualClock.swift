public import MonikerDomain
import Synchronization

/// A clock that stands still until it is advanced.
public final class ManualClock: Sendable {
  private let time: Mutex<Timestamp>

  /// Makes a clock that shows this time, in milliseconds since 1970.
  public init(_ millisecondsSince1970: Int64 = 1_700_000_000_000) {
    time = Mutex(Timestamp(millisecondsSince1970: millisecondsSince1970))
  }

  /// The current time of the clock.
  public var now: Timestamp { time.withLock { $0 } }

  /// Advances the clock by this many milliseconds, or sets it back if `milliseconds` is negative.
  public func advance(by milliseconds: Int64) {
    time.withLock {
      $0 = Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + milliseconds)
    }
  }
}
