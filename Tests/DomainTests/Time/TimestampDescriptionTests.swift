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
