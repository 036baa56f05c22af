import Glibc

/// A busy wait: its time limit and the intervals between attempts.
///
/// The intervals shrink, so a caller that has waited longer tries more often. Growing intervals,
/// which would spare the processor, let newcomers overtake a waiting caller until its limit
/// expires.
package struct Waiting {
  private let countdown: Countdown
  private var pauses: useconds_t = 0

  package init(atMost wait: Duration) {
    countdown = Countdown(wait)
  }

  /// Whether the time limit has expired.
  package var isOver: Bool { countdown.isOver }

  /// Sleeps for one interval; returns false at once if the time limit has expired.
  package mutating func pause() -> Bool {
    guard !countdown.isOver else { return false }
    // 5 ms for the first 40 pauses (200 ms), then 5/2 ms for 40, 5/3 ms for 40, and so on, down to
    // 0.25 ms.
    usleep(max(250, 5_000 / (1 + pauses / 40)))
    pauses += 1
    return true
  }
}
