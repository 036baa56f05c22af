/// A moment of wall-clock time, as whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds are not counted, as in POSIX. The last moment is the end of the year 9999, the last
/// that RFC 3339 can write. Domain reads no clock: the caller of a use case provides one.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The first and the last moment, in milliseconds since 1970-01-01T00:00:00Z.
  public static var range: ClosedRange<Int64> { 0...253_402_300_799_999 }

  /// Milliseconds since 1970-01-01T00:00:00Z, within ``range``.
  public let millisecondsSince1970: Int64

  /// Creates the moment that many milliseconds after 1970-01-01T00:00:00Z.
  ///
  /// - Parameter millisecondsSince1970: clamped to ``range``.
  public init(millisecondsSince1970: Int64) {
    let range = Self.range
    self.millisecondsSince1970 = min(max(millisecondsSince1970, range.lowerBound), range.upperBound)
  }

  /// Returns the moment later by the whole milliseconds of `duration`, clamped to ``range``.
  public func advanced(by duration: Duration) -> Timestamp {
    let milliseconds = duration.wholeMilliseconds
    let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
    let nearest: Int64 = milliseconds < 0 ? .min : .max
    return Timestamp(millisecondsSince1970: overflow ? nearest : sum)
  }

  /// Returns the time from this moment to another, negative if the other is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.millisecondsSince1970 - millisecondsSince1970)
  }

  /// Whether less than a duration lies between this moment and another, whichever is the later one.
  package func isWithin(_ duration: Duration, of other: Timestamp) -> Bool {
    abs(millisecondsSince1970 - other.millisecondsSince1970) < duration.wholeMilliseconds
  }

  /// Whether the left moment is the earlier one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
