import Foundation
import MonikerContract
import MonikerDomain
import Testing

@Suite struct `The text of a moment` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_001, "2100-02-28T23:59:59.001Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (Timestamp.range.upperBound, "9999-12-31T23:59:59.999Z"),
  ])
  func `has the form of RFC 3339, in UTC`(milliseconds: Int64, text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).description == text)
    #expect(Timestamp(text) == Timestamp(millisecondsSince1970: milliseconds))
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T08:19:00Z", "2026-11-21T08:19:00.123", "2026-02-29T00:00:00.000Z",
    "2026-13-01T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "1969-12-31T23:59:59.999Z",
    "2026-11-21T08:19:00.123z", "2026-11-21T08:19:00.123Zx", "+026-11-21T08:19:00.123Z",
    "2026-11-21 08:19:00.123Z", "2026-1-021T08:19:00.123Z", "٢026-11-21T08:19:00.12Z",
  ])
  func `is read in that form alone`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `agrees with Foundation, also before 1970 and after 9999 in another zone`() {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    let range = -86_400...(Timestamp.range.upperBound / 1000)
    for _ in 0..<20_000 {
      let second = Int64.random(in: range, using: &random)
      let date = Date(timeIntervalSince1970: Double(second))
      let text = date.formatted(Date.ISO8601FormatStyle()).dropLast()
      #expect(Timestamp.text(ofSecond: second) == String(text), "seed \(seed)")
    }
    #expect(Timestamp.text(ofSecond: range.upperBound + 1) == "10000-01-01T00:00:00")
  }
}
