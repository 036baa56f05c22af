/// A moment of wall-clock time, as whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds are not counted, as in POSIX. The moments go up to the end of the year 9999, the
/// last that RFC 3339 can write. Domain never asks what time it is: whoever calls a use case hands
/// the clock in.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The first and the last moment, in milliseconds since 1970-01-01T00:00:00Z.
  public static var range: ClosedRange<Int64> { 0...253_402_300_799_999 }

  /// Milliseconds since 1970-01-01T00:00:00Z, within ``range``.
  public let millisecondsSince1970: Int64

  /// Makes the moment that many milliseconds after 1970-01-01T00:00:00Z.
  ///
  /// - Parameter millisecondsSince1970: what lies outside ``range`` becomes its nearer end.
  public init(millisecondsSince1970: Int64) {
    let range = Self.range
    self.millisecondsSince1970 = min(max(millisecondsSince1970, range.lowerBound), range.upperBound)
  }

  /// The moment that much later, or the last one of all; of milliseconds whole ones count.
  public func advanced(by duration: Duration) -> Timestamp {
    let milliseconds = duration.wholeMilliseconds
    let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
    let nearest: Int64 = milliseconds < 0 ? .min : .max
    return Timestamp(millisecondsSince1970: overflow ? nearest : sum)
  }

  /// How much time passes from this moment to a later one; less than nothing to an earlier one.
  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.millisecondsSince1970 - millisecondsSince1970)
  }

  /// Whether the left moment is the earlier one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
