extension Timestamp: CustomStringConvertible {
  /// The moment in UTC, with milliseconds, in the form of RFC 3339: `2026-11-21T08:19:00.123Z`.
  public var description: String {
    "\(Self.text(ofSecond: millisecondsSince1970 / 1000)).\(milliseconds)Z"
  }

  /// The three digits of the milliseconds.
  package var milliseconds: Substring { Self.digits(millisecondsSince1970 % 1000, 3) }

  /// The date and the time of day in the form of RFC 3339, without a fraction and a zone:
  /// `2026-11-21T08:19:00`.
  ///
  /// - Parameter second: seconds since 1970-01-01T00:00:00 of the zone.
  package static func text(ofSecond second: Int64) -> String {
    let secondsOfDay: Int64 = 86_400
    let days = (second - (second % secondsOfDay + secondsOfDay) % secondsOfDay) / secondsOfDay
    let time = second - days * secondsOfDay
    // No year has more than 366 days, so the estimate is early.
    var year = 1970 + days / 366 - (days < 0 ? 1 : 0)
    while firstDay(of: year + 1) <= days { year += 1 }
    var day = days - firstDay(of: year)
    var month = 1
    for length in lengths(ofMonthsIn: year) {
      guard day >= length else { break }
      day -= length
      month += 1
    }
    let date = [digits(year, 4), digits(Int64(month), 2), digits(day + 1, 2)]
    let clock = [digits(time / 3600, 2), digits(time / 60 % 60, 2), digits(time % 60, 2)]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":")
  }

  /// The number of the first day of a year of the Gregorian calendar; 0 is 1970-01-01.
  static func firstDay(of year: Int64) -> Int64 {
    func leapDays(before year: Int64) -> Int64 {
      (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    }
    return (year - 1970) * 365 + leapDays(before: year) - leapDays(before: 1970)
  }

  static func lengths(ofMonthsIn year: Int64) -> [Int64] {
    let february = firstDay(of: year + 1) - firstDay(of: year) - 337
    return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  /// A number with leading zeros.
  private static func digits(_ number: Int64, _ count: Int) -> Substring {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count))[...] + text
  }
}
