public import MonikerDomain
import Synchronization

/// A clock that stands still until it is advanced.
public final class ManualClock: Sendable {
  private struct State {
    var time: Timestamp
    var sleepers: [Int: (end: Timestamp, wake: CheckedContinuation<Void, any Error>)] = [:]
    var nextNumber = 0
    /// The sleepers that were cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  /// Makes a clock that shows this time, in milliseconds since 1970.
  public init(_ millisecondsSince1970: Int64 = 1_700_000_000_000) {
    state = Mutex(State(time: Timestamp(millisecondsSince1970: millisecondsSince1970)))
  }

  /// The current time of the clock.
  public var now: Timestamp { state.withLock(\.time) }

  /// Advances the clock by this many milliseconds, or sets it back if `milliseconds` is negative.
  public func advance(by milliseconds: Int64) {
    let awake = state.withLock { state in
      state.time = state.time.advanced(by: .milliseconds(milliseconds))
      let due = state.sleepers.filter { $0.value.end <= state.time }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.wake)
    }
    for sleeper in awake { sleeper.resume() }
  }

  /// Suspends until the clock shows the time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until end: Timestamp) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let isOver: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          if end <= state.time { return true }
          state.sleepers[number] = (end, wake)
          return nil
        }
        switch isOver {
        case true?: wake.resume()
        case false?: wake.resume(throwing: CancellationError())
        case nil: break
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }
}
