import MonikerDomain
import Testing

@Suite struct `A timestamp` {
  @Test(
    arguments: [
      (Int64.min, 0), (Int64.max, 253_402_300_799_999), (0, 0), (-1, 0), (1, 1),
    ] as [(Int64, Int64)]
  )
  func `stays within the years that RFC 3339 can write`(given: Int64, kept: Int64) {
    #expect(Timestamp(millisecondsSince1970: given).millisecondsSince1970 == kept)
  }
}
