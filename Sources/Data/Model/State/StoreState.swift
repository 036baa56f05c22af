public import MonikerDomain

/// The content of a store as a value, with the rules for changing it.
///
/// This is the model: the in-memory store is nothing else, the property list keeps it in a file,
/// and every other store is compared with it.
public struct StoreState: Equatable, Sendable {
  /// In the order in which they were made.
  package var accounts: [Account] = []

  /// The nicknames that rest, and some whose rest has passed, in the order in which they were given up.
  ///
  /// None is the nickname of another account or looks like one, and no two of different accounts look
  /// the same.
  package var restingNicknames: [RestingNickname] = []

  /// The profiles of the accounts that have saved one.
  package var profiles: [AccountID: Profile] = [:]

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

  package var settings = StoreSettings.standard

  /// The devices and credentials; a store that is not shared has none.
  package var credentials = StoreCredentials()

  /// The intentions of the last day, and older ones that are not yet removed.
  ///
  /// They are not among the ``records``.
  public var intentions: [IntentionID: IntentionRecord] = [:]

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
  /// A check of record by record adds a quarter to the instructions of a `whoami`. The sets of nicknames
  /// contain strings, because the look-up of each other type of element adds 7%.
  ///
  /// - Returns: a short description; nil for a state without contradictions.
  package func contradiction() -> String? {
    let ids = Set(accounts.map(\.id))
    guard ids.count == accounts.count else { return "two accounts have the same ID" }
    guard Set(accounts.map(\.nickname.key.text)).count == accounts.count else {
      return "two accounts have the same nickname"
    }
    guard Set(accounts.map(\.nickname.skeleton.text)).count == accounts.count,
      Set(accounts.map(\.nickname.shownSkeleton.text)).count == accounts.count
    else { return "two accounts have nicknames that look the same" }
    if !restingNicknames.isEmpty, hasRestingConflict { return .restingConflict }
    guard profiles.isEmpty || profiles.keys.allSatisfy(ids.contains) else {
      return .profileOfUnknownAccount
    }
    guard Set(sessions.map(\.id)).count == sessions.count else {
      return "two sessions have the same ID"
    }
    // Most stores have one open session at the most, which is the last one.
    if let first = sessions.firstIndex(where: { $0.ending == nil }), first < sessions.count - 1,
      Self.hasSessionAfterOpenOne(sessions[first...])
    {
      return .sessionAfterOpenOne
    }
    guard sessions.allSatisfy({ ids.contains($0.accountID) }) else {
      return "a session belongs to an unknown account"
    }
    guard sessions.allSatisfy(\.isValid) else { return "an idle timeout is invalid" }
    if activeSessions.count > 1 {
      let devices = Dictionary(sessions.map { ($0.id, $0.deviceID) }) { first, _ in first }
      guard activeSessions.allSatisfy({ devices[$0.value] == $0.key }) else {
        return "the active session is unknown"
      }
    } else if let (device, id) = activeSessions.first {
      // A dictionary would cost a fifth of the instructions of a `whoami`.
      let isKnown = sessions.contains { $0.id == id && $0.deviceID == device }
      guard isKnown else { return "the active session is unknown" }
    }
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
  private var hasRestingConflict: Bool {
    var holders = NicknameHolders()
    for account in accounts { holders.insert(account.nickname, of: account.id) }
    var texts: Set<String> = []
    return restingNicknames.contains { resting in
      defer { holders.insert(resting.nickname, of: resting.accountID) }
      return !texts.insert(resting.nickname.text).inserted
        || holders.conflict(with: resting.nickname, of: resting.accountID)
    }
  }

  private static func hasSessionAfterOpenOne(_ sessions: ArraySlice<Session>) -> Bool {
    var open: Set<SessionPlace> = []
    for session in sessions {
      if open.contains(session.place) { return true }
      if session.ending == nil { open.insert(session.place) }
    }
    return false
  }

  /// Applies a change with the history limit, or changes nothing.
  package mutating func perform<Answer, Refusal: Error>(
    _ context: ChangeContext,
    _ body: (inout StoreState) throws(Refusal) -> StoreStep<Answer>
  ) throws(Refusal) -> Answer {
    var next = self
    switch try body(&next) {
    case .unchanged(let answer):
      return answer
    case .changed(let answer):
      let new = next.events.reversed().prefix { $0.sequence > lastSequence }
      next.forget(Set(new.map(\.accountID)))
      self = next
      return answer
    }
  }

  /// Makes a change as ``perform(_:_:)`` does, or repeats its recorded answer.
  ///
  /// - Parameters:
  ///   - isDeviceNew: whether the caller has no device before the change.
  ///   - again: sets another secret in place of the one that the recorded call has set;
  ///     returns nil if it has set none.
  ///   - body: makes the change.
  package mutating func performOnce<Answer: IntentionResult, Refusal: PortError>(
    _ context: ChangeContext,
    byAnyDevice isDeviceNew: Bool = false,
    again: (inout StoreState, Answer) throws(Refusal) -> Answer? = { _, _ in nil },
    _ body: (inout StoreState) throws(Refusal) -> StoreStep<Answer>
  ) throws(Refusal) -> Answer {
    guard let id = context.intention else { return try perform(context, body) }
    if let known = intentions[id], known.isKept(at: context.time) {
      guard isDeviceNew || known.deviceID == context.deviceID, known.content == context.content,
        let answer = Answer(known.answer)
      else {
        throw .store(.idInUse(at: context.location))
      }
      return try perform(context) { state throws(Refusal) in
        guard let new = try again(&state, answer) else { return .unchanged(answer) }
        state.record(new, of: id, at: known.time, context)
        return .changed(new)
      }
    }
    return try perform(context) { state throws(Refusal) in
      let step = try body(&state)
      if case .changed(let answer) = step {
        state.forgetIntentions(at: context.time)
        state.record(answer, of: id, at: context.time, context)
      }
      return step
    }
  }

  private mutating func record(
    _ answer: some IntentionResult,
    of id: IntentionID,
    at time: Timestamp,
    _ context: ChangeContext
  ) {
    guard let recorded = answer.recorded else { return }
    intentions[id] = IntentionRecord(
      at: time,
      on: context.deviceID,
      content: context.content,
      answer: recorded
    )
  }

  private mutating func forgetIntentions(at time: Timestamp) {
    let old = intentions.filter { !$0.value.isKept(at: time) }
      .sorted { ($0.value.time, $0.key.description) < ($1.value.time, $1.key.description) }
    for (id, _) in old.prefix(IntentionRecord.maximumRemovals) { intentions[id] = nil }
  }

  package func intention(_ id: IntentionID, in scope: StoreScope, at time: Timestamp)
    -> IntentionRecord?
  {
    guard let known = intentions[id], known.isKept(at: time) else { return nil }
    switch scope {
    case .everything: return known
    case .device(let device): return known.deviceID == device ? known : nil
    }
  }

  /// Records the expiry of the session at a place, if it has expired and is open.
  package mutating func recordExpiry(
    _ place: Int,
    by time: Timestamp,
    _ holders: [AccountID: Account]? = nil
  ) {
    let session = sessions[place]
    guard session.ending == nil, let expiry = session.expiresAt, session.hasExpired(by: time) else {
      return
    }
    let context = ChangeContext(at: expiry, in: .device(session.deviceID))
    end(place, .expired, in: context, holders ?? accountsByID)
  }

  /// Removes the oldest events of accounts beyond a limit, and their sessions whose end those tell.
  package mutating func forget(_ accounts: Set<AccountID>) {
    let limit = settings.historyLimit
    var excess: [AccountID: Int] = [:]
    for event in events where accounts.contains(event.accountID) {
      excess[event.accountID, default: -limit] += 1
    }
    excess = excess.filter { $0.value > 0 }.mapValues { min($0, HistoryEvent.maximumRemovals) }
    if !excess.isEmpty {
      events.removeAll { event in
        guard let count = excess[event.accountID], count > 0 else { return false }
        excess[event.accountID] = count - 1
        return true
      }
    }
    guard sessions.contains(where: { $0.ending != nil && accounts.contains($0.accountID) }) else {
      return
    }
    var kept: [AccountID: Int] = [:]
    for event in events.reversed() where accounts.contains(event.accountID) {
      kept[event.accountID] = event.sequence
    }
    let active = Set(activeSessions.values)
    sessions.removeAll { session in
      guard accounts.contains(session.accountID), let sequence = session.ending?.sequence else {
        return false
      }
      return sequence < kept[session.accountID] ?? .max && !active.contains(session.id)
    }
  }

  /// Ends the session at a place, with an event.
  ///
  /// - Parameter holders: ``accountsByID``, so that ending many sessions takes linear time.
  package mutating func end(
    _ place: Int,
    _ reason: SessionEnding.Reason,
    in context: ChangeContext,
    _ holders: [AccountID: Account]
  ) {
    let session = sessions[place]
    guard let account = holders[session.accountID] else { return }
    if reason != .expired { credentials.links[session.deviceID] = nil }
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
    in context: ChangeContext
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
        deviceID: context.deviceID,
        origin: context.origin
      )
    )
  }
}
