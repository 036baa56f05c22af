import Glibc

/// The wait for others: for how long in all, and how often to ask meanwhile.
///
/// Whoever has waited longer asks more often. Asking less often with time, as one does to spare the
/// processor, has newcomers overtake the one that waits, until its wait runs out.
struct Waiting {
  private var microsecondsLeft: Int64
  private var pauses: Int64 = 0

  init(atMost wait: Duration) {
    let (seconds, attoseconds) = wait.components
    microsecondsLeft = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Sleeps for a while; false, at once, when the wait has run out.
  mutating func pause() -> Bool {
    guard microsecondsLeft > 0 else { return false }
    // 5 ms at first, half of that after 200 ms, and so on, down to a quarter of a millisecond.
    let pause = max(250, 5_000 / (1 + pauses / 40))
    usleep(useconds_t(pause))
    microsecondsLeft -= pause
    pauses += 1
    return true
  }
}
