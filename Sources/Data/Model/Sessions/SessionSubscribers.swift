package import MonikerDomain

/// The subscribers to the session changes of one store, and the snapshot that they received last.
///
/// The value is part of the store's actor. Subscribing and changing exclude each other there, so a
/// subscriber misses no change after its first snapshot.
package struct SessionSubscribers {
  private var continuations: [Int: SessionChanges.Continuation] = [:]
  private var nextNumber = 0
  private var last: SessionSnapshot?

  package var isEmpty: Bool { continuations.isEmpty }

  /// Adds a subscriber and yields the present state to it.
  ///
  /// - Parameter leave: called with the subscriber's number when its sequence terminates.
  package mutating func add(
    _ continuation: SessionChanges.Continuation,
    present: SessionSnapshot,
    leave: @escaping @Sendable (Int) -> Void
  ) {
    tell(present)
    let number = nextNumber
    nextNumber += 1
    continuations[number] = continuation
    continuation.onTermination { leave(number) }
    if !continuation.yield(present) { remove(number) }
  }

  /// Finishes every sequence with an error.
  package mutating func fail(with error: SessionError) {
    for continuation in continuations.values { continuation.finish(throwing: error) }
    continuations = [:]
  }

  package mutating func remove(_ number: Int) {
    continuations[number] = nil
  }

  /// Yields the state after a change to every subscriber, unless the active session is unchanged.
  package mutating func tell(_ snapshot: SessionSnapshot) {
    guard last == nil || snapshot.active != last?.active else { return }
    last = snapshot
    for continuation in continuations.values { continuation.yield(snapshot) }
  }
}
