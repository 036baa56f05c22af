/// A moment of wall-clock time, as whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds are not counted, as in POSIX. Domain never asks what time it is: whoever calls a
/// use case hands the clock in.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let millisecondsSince1970: Int64

  /// Makes the moment that many milliseconds after 1970-01-01T00:00:00Z.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Whether the left moment is the earlier one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
