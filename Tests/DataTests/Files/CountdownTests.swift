import Testing

@testable import MonikerData

@Suite struct `A countdown` {
  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(-1)])
  func `of no time is over`(span: Duration) {
    #expect(Countdown(span).isOver)
  }

  @Test(arguments: [Duration.seconds(3_600), .seconds(Int64.max)])
  func `of long is not`(span: Duration) {
    #expect(!Countdown(span).isOver)
  }

  @Test func `ends`() async throws {
    let countdown = Countdown(.milliseconds(5))
    try await Task.sleep(for: .milliseconds(20))
    #expect(countdown.isOver)
  }
}
