public import FoundationEssentials
public import MonikerDomain

extension Timestamp {
  /// The present time of the system's clock.
  public static var now: Timestamp { ProcessEnvironment.now() }

  /// Creates the moment of a date.
  ///
  /// - Parameter date: a date; one outside ``/MonikerDomain/Timestamp/range`` becomes the nearest
  ///   moment within, and other dates the nearest millisecond.
  public init(_ date: Date) {
    // A date counts seconds from 2001 in binary: 0.123 may be a little less than 123 milliseconds.
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.toNearestOrAwayFromZero)
    let range = Self.range
    let clamped = min(max(milliseconds, Double(range.lowerBound)), Double(range.upperBound))
    self.init(millisecondsSince1970: clamped.isNaN ? 0 : Int64(clamped))
  }
}

extension Date {
  /// Creates the date of a moment.
  public init(_ moment: Timestamp) {
    self.init(timeIntervalSince1970: Double(moment.millisecondsSince1970) / 1_000)
  }
}
