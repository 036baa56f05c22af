import MonikerDomain
import MonikerModel
import MonikerFiles

/// The records that were read from a damaged store, which may contradict each other.
struct SalvagedParts {
  var accounts: [(account: Account, lastSignedInAt: Timestamp?)] = []
  var profiles: [(account: AccountID, profile: Profile)] = []
  var recoveryKeys: [AccountID: SecretDigest] = [:]
  var suspensions: [AccountID: Timestamp] = [:]
  var restingNicknames: [RestingNickname] = []
  var sessions: [Session] = []
  var events: [HistoryEvent] = []
  var activeSessions: [DeviceID: SessionID] = [:]
  var lastSequence = 0

  /// Nil if they cannot be read.
  var settings: StoreSettings?

  /// Whether the settings are those that the store had.
  var areSettingsProven = true

  /// Whether all accounts were read, as they were written.
  var areAccountsProven = false

  /// Whether accounts cannot be read, so that events may name more of them.
  var areAccountsLost = true

  /// The accounts that an index names.
  var indexedAccounts: Set<AccountID> = []

  /// Whether nicknames may have rested in the store.
  var isShared = false
  private(set) var losses: [String] = []

  var isEmpty: Bool {
    accounts.isEmpty && profiles.isEmpty && restingNicknames.isEmpty && sessions.isEmpty
      && events.isEmpty
  }

  mutating func lose(_ loss: String) {
    losses.append(loss)
  }

  mutating func lose(_ count: Int, _ one: String, _ many: String) {
    if count > 0 { losses.append(count == 1 ? "one \(one)" : "\(count) \(many)") }
  }

  /// A nickname with its stored forms, or with forms derived from its text if a stored form is
  /// missing or wrong.
  static func nickname(_ text: String, _ forms: [String?]) -> Nickname? {
    if let key = forms[0], let skeleton = forms[1], let shown = forms[2],
      let stored = Nickname(
        storedText: text,
        storedKey: key,
        storedSkeleton: skeleton,
        storedShownSkeleton: shown
      ), stored.hasFormsOfItsText
    {
      return stored
    }
    guard let made = try? Nickname(text, under: .unlimited) else { return nil }
    return made.text.utf8.elementsEqual(text.utf8) ? made : nil
  }

  /// Builds a store from all parts that agree with each other.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/damaged`` if the result still has a defect.
  func rebuilt(at location: String) throws(StoreFailure) -> StoreSalvage {
    var parts = self
    var state = StoreState()
    parts.addAccountsOfEvents()
    parts.rebuildAccounts(in: &state)
    parts.rebuildProfiles(in: &state)
    parts.rebuildEvents(in: &state)
    parts.rebuildSessions(in: &state)
    let devices = Dictionary(state.sessions.map { ($0.id, $0.deviceID) }) { first, _ in first }
    state.activeSessions = activeSessions.filter { devices[$0.value] == $0.key }
    if state.activeSessions != activeSessions { parts.lose("which account was active") }
    state.settings = settings ?? .standard
    if settings == nil || !areSettingsProven {
      // A limit that is too low would make the next changes forget.
      let limit = max(state.settings.historyLimit, StoreSettings.standard.historyLimit)
      state.settings = StoreSettingsChange(historyLimit: limit).applied(to: state.settings)
      parts.lose("the history limit, if one was set; it is \(limit) events now")
      if isShared, state.settings.nicknameRest == .zero {
        parts.lose("how long nicknames rest, if they did; they are free at once now")
      }
    }
    if let defect = state.defects.first {
      throw .damaged(at: location, "the records that can be read contradict each other: \(defect)")
    }
    return StoreSalvage(contents: RecordContents(state), losses: parts.losses)
  }

  /// Restores lost accounts from their events: those of a removed account have no nicknames.
  ///
  /// A damaged event may name an account that never was: if all accounts can be read, one event is not
  /// enough, unless a session or an index names the account, too.
  private mutating func addAccountsOfEvents() {
    guard !areAccountsProven else { return }
    var known = Set(accounts.map(\.account.id))
    let named = indexedAccounts.union(sessions.map(\.accountID))
    var told: [AccountID: (first: HistoryEvent, last: String)] = [:]
    var signIns: [AccountID: Timestamp] = [:]
    var counts: [AccountID: Int] = [:]
    for event in events where !known.contains(event.accountID) {
      if let nickname = event.nickname {
        told[event.accountID, default: (event, nickname)].last = nickname
        counts[event.accountID, default: 0] += 1
      }
      if event.kind == .signedIn { signIns[event.accountID] = event.time }
    }
    for (id, (first, last)) in told.sorted(by: { $0.value.first.sequence < $1.value.first.sequence }
    ) {
      guard areAccountsLost || named.contains(id) || counts[id] ?? 0 > 1, known.insert(id).inserted,
        let nickname = Self.nickname(last, [nil, nil, nil])
      else { continue }
      let account = Account(id: id, nickname: nickname, createdAt: first.time)
      accounts.append((account, signIns[id]))
      lose("everything about the account \(nickname.text) except its events")
    }
  }

  private mutating func rebuildAccounts(in state: inout StoreState) {
    var ids: Set<AccountID> = []
    var holders = NicknameHolders()
    for (account, lastSignedInAt) in accounts {
      let nickname = account.nickname
      guard !ids.contains(account.id), !holders.conflict(with: nickname, of: account.id)
      else {
        lose("the account \(account.id), which contradicts another one (\(nickname.text))")
        continue
      }
      ids.insert(account.id)
      holders.insert(nickname, of: account.id)
      state.accounts.append(account)
      state.lastSignIns[account.id] = lastSignedInAt
      state.credentials.recoveryKeys[account.id] = recoveryKeys[account.id]
      state.credentials.suspensions[account.id] = suspensions[account.id]
    }
    var texts: Set<String> = []
    for resting in restingNicknames {
      let nickname = resting.nickname
      guard !holders.conflict(with: nickname, of: resting.accountID),
        texts.insert(nickname.text).inserted
      else {
        lose("a nickname that rested, and that contradicts another one (\(nickname.text))")
        continue
      }
      holders.insert(nickname, of: resting.accountID)
      state.restingNicknames.append(resting)
    }
  }

  private mutating func rebuildProfiles(in state: inout StoreState) {
    let holders = Set(state.accounts.map(\.id))
    var homeless = 0
    for (account, profile) in profiles {
      guard holders.contains(account) else {
        homeless += 1
        continue
      }
      if let other = state.profiles[account] {
        lose("the earlier one of two profiles of the account \(account)")
        state.profiles[account] = other.merged(with: profile)
      } else {
        state.profiles[account] = profile
      }
    }
    lose(homeless, "profile of an account that is lost", "profiles of accounts that are lost")
  }

  private mutating func rebuildEvents(in state: inout StoreState) {
    var known: [Int: HistoryEvent] = [:]
    for event in events where event.sequence <= StoreRecordCheck.Source.export.maximumSequence {
      known[event.sequence] = event
    }
    lose(
      events.count { $0.sequence > StoreRecordCheck.Source.export.maximumSequence },
      "event with a number that no store reaches",
      "events with numbers that no store reaches"
    )
    let accounts = Set(state.accounts.map(\.id))
    // Nobody could erase the texts of an account that is not there.
    state.events = known.values.map { accounts.contains($0.accountID) ? $0 : $0.erased }
      .sorted { $0.sequence < $1.sequence }
    let ends = (sessions.compactMap(\.ending?.sequence) + [lastSequence]).filter {
      $0 <= StoreRecordCheck.Source.export.maximumSequence
    }
    state.lastSequence = max(state.events.last?.sequence ?? 0, ends.max() ?? 0)
  }

  private mutating func rebuildSessions(in state: inout StoreState) {
    let holders = Set(state.accounts.map(\.id))
    let numbers = Set(state.events.map(\.sequence))
    var ids: Set<SessionID> = []
    var open: Set<SessionPlace> = []
    let active = Set(activeSessions.values)
    // For each number that is used, the next one below it that may be free.
    var below: [Int: Int] = [:]
    var homeless = 0
    var withoutEvent = 0
    for session in sessions {
      guard holders.contains(session.accountID) else {
        homeless += 1
        continue
      }
      guard !ids.contains(session.id), session.ending != nil || !open.contains(session.place)
      else {
        lose("the session \(session.id), which contradicts another one")
        continue
      }
      var kept = session
      if let ending = session.ending {
        let own = ending.sequence.flatMap { numbers.contains($0) ? $0 : nil }
        // A store keeps a session that has ended as long as the event of its end, or while it is
        // active.
        guard own != nil || active.contains(session.id) else {
          withoutEvent += 1
          continue
        }
        // If the event is lost, use the nearest unused number at or below it.
        let number = own ?? ending.sequence ?? 1
        let free = Self.free(&below, max(1, min(number, state.lastSequence)))
        guard free > 0 else {
          lose("the session \(session.id), whose end is unknown")
          continue
        }
        kept = session.ended(SessionEnding(at: ending.time, ending.reason, recordedAs: free))
      } else {
        open.insert(session.place)
      }
      ids.insert(session.id)
      state.sessions.append(kept)
    }
    // An open session is the last one of its account on its device.
    var endedLater: Set<SessionPlace> = []
    var moved: Set<SessionID> = []
    for session in state.sessions.reversed() {
      if session.ending != nil {
        endedLater.insert(session.place)
      } else if endedLater.contains(session.place) {
        moved.insert(session.id)
      }
    }
    let last = state.sessions.filter { moved.contains($0.id) }
    state.sessions.removeAll { moved.contains($0.id) }
    state.sessions += last
    lose(
      withoutEvent,
      "session whose end is known, but not the event of it",
      "sessions whose ends are known, but not the events of them"
    )
    lose(homeless, "session of an account that is lost", "sessions of accounts that are lost")
  }

  /// Takes the largest free number from 1 to a given one.
  ///
  /// - Parameter below: for each number that is used, a smaller one above which all are used.
  /// - Returns: 0 if none is free.
  private static func free(_ below: inout [Int: Int], _ number: Int) -> Int {
    var passed: [Int] = []
    var free = number
    while free > 0, let next = below[free] {
      passed.append(free)
      free = next
    }
    // The next search from any of these begins where this one ended.
    for number in passed { below[number] = free - 1 }
    if free > 0 { below[free] = free - 1 }
    return free
  }

  init() {}
}
