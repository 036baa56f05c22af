/// A date in the form of XML property lists: `YYYY-MM-DDTHH:MM:SSZ`, in the proleptic Gregorian
/// calendar.
struct XMLPropertyListDate {
  /// Whole seconds since 1970.
  let seconds: Int64

  private static let secondsADay: Int64 = 86_400
  private static let daysTo1970 = days(toYear: 1970)
  private static let daysToMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// Rounds down `timeInterval`, in seconds since 1970, to a whole second; nil outside the years 0
  /// to 9999.
  init?(timeIntervalSince1970 timeInterval: Double) {
    let first = -Int64(Self.daysTo1970) * Self.secondsADay
    let last = Int64(Self.days(toYear: 10_000) - Self.daysTo1970) * Self.secondsADay - 1
    guard let seconds = Int64(exactly: timeInterval.rounded(.down)), seconds >= first,
      seconds <= last
    else { return nil }
    self.seconds = seconds
  }

  /// Parses the 20 characters; nil if they are no valid date.
  init?(_ text: ArraySlice<UInt8>) {
    func hasByte(_ byte: Unicode.Scalar, at offset: Int) -> Bool {
      text[text.startIndex + offset] == UInt8(ascii: byte)
    }
    func number(at offset: Int, digits: Int = 2) -> Int? {
      var number = 0
      for byte in text.dropFirst(offset).prefix(digits) {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = 10 * number + Int(byte - UInt8(ascii: "0"))
      }
      return number
    }
    guard text.count == 20, hasByte("-", at: 4), hasByte("-", at: 7), hasByte("T", at: 10),
      hasByte(":", at: 13), hasByte(":", at: 16), hasByte("Z", at: 19),
      let year = number(at: 0, digits: 4), let month = number(at: 5), let day = number(at: 8),
      let hour = number(at: 11), let minute = number(at: 14), let second = number(at: 17)
    else { return nil }
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60, day >= 1,
      day <= Self.days(toMonth: month + 1, of: year) - Self.days(toMonth: month, of: year)
    else { return nil }
    let days = Self.days(toYear: year) + Self.days(toMonth: month, of: year) + day - 1
    let time = (hour * 60 + minute) * 60 + second
    seconds = Int64(days - Self.daysTo1970) * Self.secondsADay + Int64(time)
  }

  /// Appends the 20 characters.
  func append(to bytes: inout [UInt8]) {
    let sinceYear0 = seconds + Int64(Self.daysTo1970) * Self.secondsADay
    let days = Int(sinceYear0 / Self.secondsADay)
    let time = Int(sinceYear0 % Self.secondsADay)

    // No year is shorter than 365 days, so this is the year or a later one.
    var year = days / 365
    while Self.days(toYear: year) > days { year -= 1 }
    let dayOfYear = days - Self.days(toYear: year)
    // No month is longer than 31 days, so this is the month or an earlier one.
    var month = dayOfYear / 31 + 1
    while Self.days(toMonth: month + 1, of: year) <= dayOfYear { month += 1 }

    func append(_ number: Int, _ end: Unicode.Scalar) {
      bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
      bytes.append(UInt8(ascii: end))
    }
    bytes.append(UInt8(ascii: "0") + UInt8(year / 1000))
    bytes.append(UInt8(ascii: "0") + UInt8(year / 100 % 10))
    append(year % 100, "-")
    append(month, "-")
    append(dayOfYear - Self.days(toMonth: month, of: year) + 1, "T")
    append(time / 3600, ":")
    append(time / 60 % 60, ":")
    append(time % 60, "Z")
  }

  /// The days from the start of year 0, which is a leap year, to the start of `year`.
  private static func days(toYear year: Int) -> Int {
    365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
  }

  /// The days from the start of `year` to the start of `month`; month 13 is its end.
  private static func days(toMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return daysToMonth[month - 1] + (isLeap && month > 2 ? 1 : 0)
  }
}
