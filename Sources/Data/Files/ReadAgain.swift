/// The time that is left for reading a store again, after its file had changed and could not be read.
///
/// Replacing a file by hand takes several steps, and in between the path may hold no store. The
/// read fails only when 2 seconds have passed since the first failure.
package struct ReadAgain {
  package static let pause = Duration.milliseconds(100)
  private static let limit = Duration.seconds(2)

  private var countdown: Countdown?

  package init() {}

  /// Whether a retry is due after the pause.
  package var isPending = false

  /// Ends the countdown after a successful read.
  package mutating func succeed() {
    countdown = nil
  }

  /// Starts the countdown at the first failure, and returns whether to retry after the pause.
  package mutating func mayFail() -> Bool {
    let started = countdown ?? Countdown(Self.limit)
    countdown = started
    return !started.isOver
  }
}
