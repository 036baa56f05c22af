extension Timestamp {
  /// Parses the form that ``description`` writes: `2026-11-21T08:19:00.123Z`.
  ///
  /// - Returns: nil for any other text, also for other forms of RFC 3339.
  public init?(_ text: some StringProtocol) {
    let utf8 = Array(text.utf8.prefix(25))
    guard utf8.count == 24 else { return nil }
    func number(_ places: Range<Int>) -> Int64? {
      Int64(String(decoding: utf8[places], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let millisecond = number(20..<23), year >= 1970, 1...12 ~= month
    else { return nil }
    let day0 =
      Self.firstDay(of: year)
      + Self.lengths(ofMonthsIn: year).prefix(Int(month) - 1).reduce(0, +)
    let seconds = ((day0 + day - 1) * 24 + hour) * 3_600 + minute * 60 + second
    self.init(millisecondsSince1970: seconds * 1_000 + millisecond)
    // What is not written the same way, as a 30th of February, was never written.
    guard description.utf8.elementsEqual(utf8) else { return nil }
  }
}
