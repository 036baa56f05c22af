import Glibc

/// The wait for others where they can only be asked again: for how long in all, and how often.
///
/// Whoever has waited longer asks more often. Asking less often with time, as one does to spare the
/// processor, has newcomers overtake the one that waits, until its wait runs out.
package struct Waiting {
  private let countdown: Countdown
  private var pauses: useconds_t = 0

  package init(atMost wait: Duration) {
    countdown = Countdown(wait)
  }

  /// Sleeps for a while; false, at once, when the wait has run out.
  package mutating func pause() -> Bool {
    guard !countdown.isOver else { return false }
    // 5 ms at first, half of that after 200 ms, and so on, down to a quarter of a millisecond.
    usleep(max(250, 5_000 / (1 + pauses / 40)))
    pauses += 1
    return true
  }
}
