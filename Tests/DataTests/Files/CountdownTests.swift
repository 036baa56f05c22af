import Testing

@testable import MonikerData
@testable import MonikerFiles

@Suite struct `A countdown` {
  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(-1)])
  func `of no time has expired`(span: Duration) {
    #expect(Countdown(span).isOver)
  }

  @Test(arguments: [Duration.seconds(3_600), .seconds(Int64.max)])
  func `of a long time has not expired`(span: Duration) {
    #expect(!Countdown(span).isOver)
  }

  @Test(.timeLimit(.minutes(10))) func `expires`() async {
    let countdown = Countdown(.milliseconds(5))
    while !countdown.isOver, !Task.isCancelled { await Task.yield() }
    #expect(countdown.isOver)
  }
}
