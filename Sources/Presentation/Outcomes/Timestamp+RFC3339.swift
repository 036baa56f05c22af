import MonikerDomain

extension Timestamp {
  /// The moment in UTC, with milliseconds, as in `2026-11-21T08:19:00.123Z` (RFC 3339).
  var rfc3339: String { description }

  /// The moment with milliseconds, as in `2026-11-21T17:19:00.123+09:00` (RFC 3339).
  func rfc3339(in zone: DisplayTimeZone) -> String {
    let offset = minutesAhead(zone)
    return wholeSeconds(offset) + "." + milliseconds + (offset == 0 ? "Z" : Self.name(offset))
  }

  /// The moment in UTC, with milliseconds, for file names: `20261121T081900123Z`.
  package var compact: String { rfc3339.filter { !"-:.".contains($0) } }

  /// The moment to the minute, for people: `2026-11-21 08:19 UTC`, `2026-11-21 17:19 +09:00`.
  func minutes(in zone: DisplayTimeZone) -> String {
    let offset = minutesAhead(zone)
    let text = wholeSeconds(offset)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " " + Self.name(offset)
  }

  /// The moment to the second, for people: `2026-11-21 08:19:00 UTC`,
  /// `2026-11-21 17:19:00 +09:00`.
  func seconds(in zone: DisplayTimeZone) -> String {
    let offset = minutesAhead(zone)
    return wholeSeconds(offset).replacing("T", with: " ") + " " + Self.name(offset)
  }

  /// The offset of the zone in minutes, the unit of RFC 3339.
  private func minutesAhead(_ zone: DisplayTimeZone) -> Int {
    let minutes = zone.offset(self) / 60
    // RFC 3339 has two digits for the hours.
    return abs(minutes) < 24 * 60 ? minutes : 0
  }

  /// The name of an offset in minutes: `+09:00`, `-03:30`, `UTC`.
  private static func name(_ offset: Int) -> String {
    guard offset != 0 else { return "UTC" }
    let digits = [abs(offset) / 60, abs(offset) % 60].map { String($0 + 100).dropFirst() }
    return (offset < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// The moment at an offset in minutes, in RFC 3339, without fraction and zone.
  private func wholeSeconds(_ offset: Int) -> String {
    Self.text(ofSecond: millisecondsSince1970 / 1000 + Int64(offset) * 60)
  }
}
