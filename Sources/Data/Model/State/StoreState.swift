package import MonikerDomain

/// The content of a store as a value, with the rules for changing it.
///
/// This is the model: the in-memory store is nothing else, the property list keeps it in a file,
/// and every other store is compared with it.
public struct StoreState: Equatable, Sendable {
  /// In the order in which they were made.
  package var accounts: [Account] = []

  /// When each account last opened a session; an account that never did has no entry.
  package var lastSignIns: [AccountID: Timestamp] = [:]

  /// The sessions, in the order of opening, including those that have ended.
  ///
  /// An account has at most one open session on a device.
  package var sessions: [Session] = []

  /// The active session of each device that has one.
  package var activeSessions: [DeviceID: SessionID] = [:]

  /// The newest events, in their order.
  package var events: [HistoryEvent] = []

  /// The number of the newest event that ever was, even if it is no longer kept.
  package var lastSequence = 0

  /// Whether a session is the active one of its device.
  package func isActive(_ session: Session) -> Bool {
    activeSessions[session.deviceID] == session.id
  }

  package var accountsByID: [AccountID: Account] {
    Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Makes the content of a store that nothing was written to.
  public init() {}

  /// Checks that the state does not contradict itself.
  ///
  /// A check of record by record adds a quarter to the instructions of a `whoami`.
  ///
  /// - Returns: a short description; nil for a state without contradictions.
  package func contradiction() -> String? {
    let ids = Set(accounts.map(\.id))
    guard ids.count == accounts.count else { return "two accounts have the same ID" }
    guard Set(accounts.map(\.nickname.key)).count == accounts.count else {
      return "two accounts have the same nickname"
    }
    guard Set(accounts.map(\.nickname.skeleton)).count == accounts.count,
      Set(accounts.map(\.nickname.shownSkeleton)).count == accounts.count
    else { return "two accounts have nicknames that look the same" }
    guard Set(sessions.map(\.id)).count == sessions.count else {
      return "two sessions have the same ID"
    }
    let open = sessions.filter { $0.ending == nil }
    guard Set(open.map(\.place)).count == open.count else {
      return "an account has two open sessions on a device"
    }
    guard sessions.allSatisfy({ ids.contains($0.accountID) }) else {
      return "a session belongs to an unknown account"
    }
    guard sessions.allSatisfy(\.isValid) else { return "an idle timeout is invalid" }
    let areKnown = activeSessions.allSatisfy { device, id in
      sessions.contains { $0.id == id && $0.deviceID == device }
    }
    guard areKnown else { return "the active session is unknown" }
    let sequences = events.map(\.sequence)
    guard zip(sequences, sequences.dropFirst()).allSatisfy({ $0 < $1 }),
      sequences.first ?? 1 > 0, sequences.last ?? 0 <= lastSequence
    else { return "the events are out of order" }
    let endings = sessions.compactMap(\.ending?.sequence)
    guard Set(endings).count == endings.count,
      endings.allSatisfy({ 0 < $0 && $0 <= lastSequence })
    else { return "a session names an event that does not exist as its end" }
    return nil
  }
}

// MARK: - Changes

extension StoreState {
  /// Applies a change with its expiries and the history limit, or changes nothing.
  ///
  /// - Parameter body: is called with the state in which expiries are recorded.
  package mutating func perform<Answer, Refusal: Error>(
    _ context: RequestContext,
    _ body: (inout StoreState) throws(Refusal) -> StoreStep<Answer>
  ) throws(Refusal) -> Answer {
    var next = self
    next.recordExpiries(by: context.time)
    switch try body(&next) {
    case .unchanged(let answer):
      return answer
    case .changed(let answer):
      next.forget(keeping: context.historyLimit)
      self = next
      return answer
    }
  }

  private mutating func recordExpiries(by time: Timestamp) {
    let due = sessions.enumerated()
      .filter { $0.element.ending == nil && $0.element.hasExpired(by: time) }
      .compactMap { place, session in session.expiresAt.map { (place: place, expiry: $0) } }
      .sorted { ($0.expiry, $0.place) < ($1.expiry, $1.place) }
    guard !due.isEmpty else { return }
    let holders = accountsByID
    for (place, expiry) in due {
      let scope = StoreScope.device(sessions[place].deviceID)
      end(place, .expired, in: RequestContext(at: expiry, in: scope), holders)
    }
  }

  private mutating func forget(keeping limit: Int) {
    if let first = events.first?.sequence {
      let last = min(lastSequence - limit, first - 1 + HistoryEvent.maximumRemovals)
      events.removeAll { $0.sequence <= last }
    }
    let kept = events.first?.sequence ?? .max
    let active = Set(activeSessions.values)
    sessions.removeAll { session in
      guard let sequence = session.ending?.sequence else { return false }
      return sequence < kept && !active.contains(session.id)
    }
  }

  /// Ends the session at a place, with an event.
  ///
  /// - Parameter holders: ``accountsByID``, so that ending many sessions takes linear time.
  package mutating func end(
    _ place: Int,
    _ reason: SessionEnding.Reason,
    in context: RequestContext,
    _ holders: [AccountID: Account]
  ) {
    let session = sessions[place]
    guard let account = holders[session.accountID] else { return }
    record(HistoryEvent.Kind(reason), of: account, session.id, in: context)
    sessions[place] = session.ended(
      SessionEnding(at: context.time, reason, recordedAs: lastSequence)
    )
  }

  package mutating func record(
    _ kind: HistoryEvent.Kind,
    of account: Account,
    _ session: SessionID?,
    _ earlierNickname: String? = nil,
    in context: RequestContext
  ) {
    lastSequence += 1
    events.append(
      HistoryEvent(
        sequence: lastSequence,
        time: context.time,
        kind: kind,
        accountID: account.id,
        nickname: account.nickname.text,
        earlierNickname: earlierNickname,
        sessionID: session,
        origin: context.origin
      )
    )
  }
}
