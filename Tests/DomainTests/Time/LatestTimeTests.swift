import MonikerDomain
import Testing

@Suite struct `The latest time` {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_700_000_000_000 + milliseconds)
  }

  @Test func `is nothing to a store that nothing has happened to`() {
    #expect(LatestTime.none.judged(at: time(0)) == time(0))
    #expect(LatestTime.none.lead(over: time(0)) == nil)
  }

  @Test(arguments: [(10, 10), (11, 11), (9, 10), (-1_000_000, 10)] as [(Int64, Int64)])
  func `never goes back, and stands still until the setting back is recorded`(
    now: Int64,
    judged: Int64
  ) {
    #expect(LatestTime(time: time(10), clock: time(10)).judged(at: time(now)) == time(judged))
  }

  @Test func `goes on as the clock does once the setting back is recorded`() {
    let back = LatestTime(time: time(10), clock: time(10)).advanced(to: time(-90_000))
    #expect(back == LatestTime(time: time(10), clock: time(-90_000)))
    #expect(back.judged(at: time(-89_995)) == time(15))
    #expect(back.advanced(to: time(-89_995)) == LatestTime(time: time(15), clock: time(-89_995)))
    // A clock that is set right again is believed.
    #expect(back.judged(at: time(12)) == time(12))
    #expect(back.lead(over: time(-89_995)) == .milliseconds(90_005))
  }

  @Test func `does not go on by times that come a little out of order`() {
    var latest = LatestTime(time: time(0), clock: time(0)).advanced(to: time(-90_000))
    for offset in [4, 0, 5, 1, 6, 2, 7] as [Int64] {
      latest = latest.advanced(to: time(-90_000 + offset))
    }
    #expect(latest == LatestTime(time: time(7), clock: time(-90_000 + 7)))
  }

  @Test func `does not go on by as much as a clock is set right`() {
    var latest = LatestTime(time: time(0), clock: time(0))
    for _ in 0..<5 {
      // Back by two hours, and right again but for half a minute.
      latest = latest.advanced(to: time(-7_200_000))
      latest = latest.advanced(to: time(-30_000))
    }
    #expect(latest.time == time(0))
    let back = LatestTime(time: time(0), clock: time(-7_200_000))
    #expect(back.judged(at: time(-3_600_000)) == time(3_600_000))
    #expect(back.judged(at: time(-3_599_999)) == time(0))
  }

  @Test func `never comes to the end of all times`() {
    let last = Timestamp(millisecondsSince1970: .max)
    #expect(LatestTime(time: last, clock: time(0)).judged(at: time(5)) == last)
  }
}
