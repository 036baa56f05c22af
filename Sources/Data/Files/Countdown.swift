/// A span of time that begins now: nothing is told or kept by it, only how long something waits or counts.
struct Countdown {
  private let end: ContinuousClock.Instant

  /// - Parameter span: at most a day counts.
  init(_ span: Duration) {
    end = .now + min(span, .seconds(86_400))
  }

  var isOver: Bool { ContinuousClock.now >= end }
}
