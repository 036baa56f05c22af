import MonikerDomain

/// Those who read the changes of one store, and what they were told last.
///
/// It lives inside the store's actor: subscribing and changing exclude each other there, so that
/// nobody misses the change between the first state and the next.
struct SessionSubscribers {
  private var continuations: [Int: SessionChanges.Continuation] = [:]
  private var nextNumber = 0
  private var last: SessionSnapshot?

  var isEmpty: Bool { continuations.isEmpty }

  /// Adds a reader and tells it the present state.
  ///
  /// - Parameter leave: is called with the reader's number once it reads no more.
  mutating func add(
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

  /// Ends every reader's sequence with a failure.
  mutating func fail(with error: SessionError) {
    for continuation in continuations.values { continuation.finish(throwing: error) }
    continuations = [:]
  }

  mutating func remove(_ number: Int) {
    continuations[number] = nil
  }

  /// Tells every reader the state after a change, unless the session is as they know it.
  mutating func tell(_ snapshot: SessionSnapshot) {
    guard last == nil || snapshot.active != last?.active else { return }
    last = snapshot
    for continuation in continuations.values { continuation.yield(snapshot) }
  }
}
