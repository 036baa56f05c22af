/// The latest moment that a store has seen, by which it judges once the clock has been set back.
///
/// Time never goes back in a store, and never stands still in it for good: where the clock is behind
/// the latest moment, time goes on from there by as much as the clock has gone on since it was
/// recorded. A clock that has come closer to the latest moment than to where it was then has been set
/// right, more likely than so much time has passed: time stands still until the clock is there.
public struct LatestTime: Hashable, Sendable {
  /// What a store has seen to which nothing has ever happened.
  public static let none = LatestTime(
    time: Timestamp(millisecondsSince1970: 0),
    clock: Timestamp(millisecondsSince1970: 0)
  )

  /// The moment.
  public let time: Timestamp

  /// What the clock said when the moment was recorded; earlier than ``time`` if it was behind then.
  public let clock: Timestamp

  /// Makes the value; a clock is never recorded as being ahead of the moment.
  public init(time: Timestamp, clock: Timestamp) {
    self.time = time
    self.clock = min(clock, time)
  }

  /// What time it is, if the clock says `now`.
  public func judged(at now: Timestamp) -> Timestamp {
    guard now < time else { return now }
    let passed = clock.duration(to: now)
    let isSetRight = passed > now.duration(to: time)
    return passed > .zero && !isSetRight ? time.advanced(by: passed) : time
  }

  /// What is to be recorded when something happens while the clock says `now`.
  public func advanced(to now: Timestamp) -> LatestTime {
    // Processes that wait for each other come with times that are a little out of order: that is no
    // clock that was set back, and time would go on by each of them.
    LatestTime(time: judged(at: now), clock: isStanding(at: now) ? now : max(clock, now))
  }

  /// How far the clock is behind; nil if it is not.
  public func lead(over now: Timestamp) -> Duration? {
    now < time ? now.duration(to: time) : nil
  }

  /// Whether the clock has been set back by so much since the moment was recorded that time stands
  /// still until that is recorded: by a minute or more.
  public func isStanding(at now: Timestamp) -> Bool {
    now.duration(to: clock) >= .seconds(60)
  }
}
