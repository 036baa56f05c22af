import FoundationEssentials
import MonikerDomain
import MonikerPresentation

/// Reads moments: a length of time ago, a date, or a date and a time.
enum Moment {
  /// Reads a length of time before the present, in the form of ``Lifetime``, or a date or a date and
  /// time of RFC 3339, or as commands print it.
  ///
  /// A date means its beginning in UTC, on every machine.
  ///
  /// - Throws: `usage` for any other text.
  static func read(_ text: String, before now: Timestamp) throws(Problem) -> Timestamp {
    if let duration = Lifetime.read(text) { return now.advanced(by: .zero - duration) }
    if let moment = moment(text) { return moment }
    throw Problem(
      .usage,
      "\"\(text)\" is not a time for the option --since. Give a time ago, such as 8h or 7d, or a date "
        + "or moment, such as 2026-11-21 or 2026-11-21T08:19:00Z."
    )
  }

  private static func moment(_ text: String) -> Timestamp? {
    let form =
      /(\d{4})-(\d\d)-(\d\d)(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)? ?([Zz]|UTC|[-+](?:[01]\d|2[0-3]):[0-5]\d))?/
      .asciiOnlyDigits()
    guard let match = text.wholeMatch(of: form), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), (1...12).contains(month),
      (1...days(in: month, of: year)).contains(day)
    else { return nil }
    let time = "\(match.4 ?? "00"):\(match.5 ?? "00"):\(match.6 ?? "00")"
    let style = Date.ISO8601FormatStyle()
    guard let date = try? style.parse("\(text.prefix(10))T\(time)Z") else { return nil }
    let milliseconds = Int64(((match.7 ?? "") + "0000").dropFirst().prefix(3)) ?? 0
    let seconds = Int64(date.timeIntervalSince1970) - offset(match.8 ?? "Z")
    return Timestamp(millisecondsSince1970: seconds * 1000 + milliseconds)
  }

  /// The offset from UTC of a zone such as `+09:00`, in seconds.
  private static func offset(_ zone: Substring) -> Int64 {
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
    guard parts.count == 2 else { return 0 }
    let seconds = (parts[0] * 60 + parts[1]) * 60
    return zone.first == "-" ? -seconds : seconds
  }

  /// The number of days in a month, with the leap years of RFC 3339, appendix C.
  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
