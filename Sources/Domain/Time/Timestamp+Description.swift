extension Timestamp: CustomStringConvertible {
  /// The moment in UTC, with milliseconds, in the form of RFC 3339: `2026-11-21T08:19:00.123Z`.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(24)
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends ``description`` to a text in ASCII.
  package func write(to text: inout [UInt8]) {
    Self.write(second: millisecondsSince1970 / 1000, to: &text)
    text.append(UInt8(ascii: "."))
    Self.append(milliseconds: millisecondsSince1970 % 1000, to: &text)
    text.append(UInt8(ascii: "Z"))
  }

  /// The three digits of the milliseconds.
  package var milliseconds: String {
    var text: [UInt8] = []
    Self.append(milliseconds: millisecondsSince1970 % 1000, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The date and the time of day in the form of RFC 3339, without a fraction and a zone:
  /// `2026-11-21T08:19:00`.
  ///
  /// - Parameter second: seconds since 1970-01-01T00:00:00 of the zone.
  package static func text(ofSecond second: Int64) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(24)
    write(second: second, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the same text in ASCII.
  private static func write(second: Int64, to text: inout [UInt8]) {
    let secondsOfDay: Int64 = 86_400
    let days = (second - (second % secondsOfDay + secondsOfDay) % secondsOfDay) / secondsOfDay
    let time = second - days * secondsOfDay
    // No year has more than 366 days, so the estimate is early.
    var year = 1970 + days / 366 - (days < 0 ? 1 : 0)
    while firstDay(of: year + 1) <= days { year += 1 }
    var day = days - firstDay(of: year)
    var month: Int64 = 1
    while true {
      let length = length(ofMonth: month, in: year)
      guard day >= length else { break }
      day -= length
      month += 1
    }
    append(year: year, to: &text)
    text.append(UInt8(ascii: "-"))
    append(twoDigits: month, to: &text)
    text.append(UInt8(ascii: "-"))
    append(twoDigits: day + 1, to: &text)
    text.append(UInt8(ascii: "T"))
    append(twoDigits: time / 3600, to: &text)
    text.append(UInt8(ascii: ":"))
    append(twoDigits: time / 60 % 60, to: &text)
    text.append(UInt8(ascii: ":"))
    append(twoDigits: time % 60, to: &text)
  }

  /// The number of the first day of a year of the Gregorian calendar; 0 is 1970-01-01.
  static func firstDay(of year: Int64) -> Int64 {
    func leapDays(before year: Int64) -> Int64 {
      (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    }
    return (year - 1970) * 365 + leapDays(before: year) - leapDays(before: 1970)
  }

  static func lengths(ofMonthsIn year: Int64) -> [Int64] {
    (1...12).map { length(ofMonth: $0, in: year) }
  }

  private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
    guard month == 2 else { return 30 + (month + month / 8) % 2 }
    return firstDay(of: year + 1) - firstDay(of: year) - 337
  }

  /// Appends a year, with at least four digits.
  private static func append(year: Int64, to text: inout [UInt8]) {
    let century = year / 100
    if century < 100 {
      append(twoDigits: century, to: &text)
    } else {
      text += "\(century)".utf8
    }
    append(twoDigits: year % 100, to: &text)
  }

  private static func append(milliseconds number: Int64, to text: inout [UInt8]) {
    text.append(digit(number / 100))
    append(twoDigits: number % 100, to: &text)
  }

  private static func append(twoDigits number: Int64, to text: inout [UInt8]) {
    text.append(digit(number / 10))
    text.append(digit(number % 10))
  }

  private static func digit(_ number: Int64) -> UInt8 {
    UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
  }
}
