package import MonikerDomain

/// The subscribers to the session changes of one store, and the snapshots that they received last.
///
/// The value is part of the store's actor. Subscribing and changing exclude each other there, so a
/// subscriber misses no change after its first snapshot.
package struct SessionSubscribers {
  /// The session of a subject on a device, which several subscribers may watch.
  package struct Watched: Hashable, Sendable {
    package let subject: SessionSubject
    package let device: DeviceID

    package init(subject: SessionSubject, device: DeviceID) {
      self.subject = subject
      self.device = device
    }
  }

  private struct Subscriptions {
    var continuations: [Int: SessionChanges.Continuation] = [:]
    var last: SessionSnapshot?
  }

  private var all: [Watched: Subscriptions] = [:]
  private var nextNumber = 0

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// What the subscribers watch.
  package var watched: [Watched] { Array(all.keys) }

  /// Adds a subscriber and yields the present state to it.
  ///
  /// - Parameters:
  ///   - continuation: the producer's side of the subscriber's sequence.
  ///   - watched: what it watches.
  ///   - present: the present snapshot of that.
  ///   - leave: called with the subscriber's number when its sequence terminates.
  package mutating func add(
    _ continuation: SessionChanges.Continuation,
    watching watched: Watched,
    present: SessionSnapshot,
    leave: @escaping @Sendable (Int) -> Void
  ) {
    tell(present, of: watched)
    let number = nextNumber
    nextNumber += 1
    all[watched, default: Subscriptions()].continuations[number] = continuation
    all[watched]?.last = present
    continuation.onTermination { leave(number) }
    if !continuation.yield(present) { remove(number, watching: watched) }
  }

  /// Finishes every sequence with an error.
  package mutating func fail(with error: SessionError) {
    for subscriptions in all.values {
      for continuation in subscriptions.continuations.values {
        continuation.finish(throwing: error)
      }
    }
    all = [:]
  }

  package mutating func remove(_ number: Int, watching watched: Watched) {
    all[watched]?.continuations[number] = nil
    if all[watched]?.continuations.isEmpty == true { all[watched] = nil }
  }

  /// Yields the state after a change to the subscribers of each session that has changed.
  ///
  /// - Parameter snapshot: reads the snapshot of a session.
  package mutating func tell<Failure: Error>(
    _ snapshot: (Watched) throws(Failure) -> SessionSnapshot
  ) throws(Failure) {
    for watched in all.keys { tell(try snapshot(watched), of: watched) }
  }

  /// Yields the states that a store has read to the subscribers of each session that has changed.
  package mutating func tell(_ snapshots: [Watched: SessionSnapshot]) {
    for (watched, snapshot) in snapshots { tell(snapshot, of: watched) }
  }

  private mutating func tell(_ snapshot: SessionSnapshot, of watched: Watched) {
    guard let known = all[watched], snapshot.active != known.last?.active else { return }
    all[watched]?.last = snapshot
    for continuation in known.continuations.values { continuation.yield(snapshot) }
  }
}
