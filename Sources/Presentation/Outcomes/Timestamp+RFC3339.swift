import FoundationEssentials
import MonikerDomain

extension Timestamp {
  /// The moment in UTC, with milliseconds, as in `2026-11-21T08:19:00.123Z` (RFC 3339).
  var rfc3339: String {
    // The seconds are formatted without the fraction: a binary fraction of a second can lose a
    // millisecond.
    let fraction = String(millisecondsSince1970 % 1000 + 1000).dropFirst()
    return wholeSeconds + "." + fraction + "Z"
  }

  /// The moment in UTC, with milliseconds, for file names: `20261121T081900123Z`.
  package var compact: String { rfc3339.filter { !"-:.".contains($0) } }

  /// The moment in UTC, to the minute, for people: `2026-11-21 08:19 UTC`.
  var minutes: String {
    let text = wholeSeconds
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC"
  }

  /// The moment in UTC, to the second, for people: `2026-11-21 08:19:00 UTC`.
  var seconds: String {
    wholeSeconds.replacing("T", with: " ") + " UTC"
  }

  /// The moment in RFC 3339, without fraction and `Z`.
  private var wholeSeconds: String {
    let date = Date(timeIntervalSince1970: Double(millisecondsSince1970 / 1000))
    return String(date.formatted(Date.ISO8601FormatStyle()).dropLast())
  }
}
