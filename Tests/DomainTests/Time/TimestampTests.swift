import MonikerDomain
import Testing

@Suite struct `A timestamp` {
  @Test(
    arguments: [
      (Int64.min, 0), (Int64.max, 253_402_300_799_999), (0, 0), (-1, 0), (1, 1),
    ] as [(Int64, Int64)]
  )
  func `stays within the years of RFC 3339`(given: Int64, kept: Int64) {
    #expect(Timestamp(millisecondsSince1970: given).millisecondsSince1970 == kept)
  }

  @Test(
    arguments: [
      (1_000, .zero, 1_000), (1_000, .milliseconds(1), 1_001), (1_000, .microseconds(1_999), 1_001),
      (1_000, .seconds(-1), 0), (1_000, .seconds(-2), 0), (0, .seconds(3), 3_000),
      (1_000, .seconds(Int64.max), 253_402_300_799_999), (5, .seconds(Int64.min), 0),
      (253_402_300_799_000, .seconds(1), 253_402_300_799_999),
    ] as [(Int64, Duration, Int64)]
  )
  func `advances by whole milliseconds, up to the last moment`(
    start: Int64,
    duration: Duration,
    end: Int64
  ) {
    let moved = Timestamp(millisecondsSince1970: start).advanced(by: duration)
    #expect(moved.millisecondsSince1970 == end)
  }
}
