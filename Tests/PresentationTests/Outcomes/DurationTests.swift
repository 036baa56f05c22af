import Testing

@testable import MonikerPresentation

@Suite struct `A formatted duration` {
  @Test(
    arguments: [
      (0, "0 s"), (1, "1 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"),
      (3_599, "59 min 59 s"),
      (3_600, "1 h"), (28_799, "7 h 59 min"), (86_400, "1 d"), (90_000, "1 d 1 h"),
      (86_399 + 86_400, "1 d 23 h"), (8_640_000, "100 d"),
    ] as [(Int64, String)]
  )
  func `has its two largest units, and is rounded down`(seconds: Int64, text: String) {
    #expect(Duration.seconds(seconds).rough == text)
    #expect((Duration.seconds(seconds) + .milliseconds(999)).rough == text)
  }
}
