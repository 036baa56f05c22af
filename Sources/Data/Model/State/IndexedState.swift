package import MonikerDomain

/// A state with indexes, for adding many records.
package struct IndexedState {
  private(set) var state: StoreState
  private var places: [AccountID: Int] = [:]
  private var keys: [NicknameKey: AccountID] = [:]
  private var skeletons: [NicknameSkeleton: AccountID] = [:]
  private var shownSkeletons: [NicknameSkeleton: AccountID] = [:]
  /// The holders of the nicknames that rest.
  private var restingHolders = NicknameHolders()
  private var sessionPlaces: [SessionID: Int] = [:]
  private var holders: Set<SessionPlace> = []
  private var openHolders: Set<SessionPlace> = []
  private var lastSessions: [SessionPlace: SessionID] = [:]
  private var sequences: [HistoryEvent: Int] = [:]
  /// The same by the events without their texts.
  private var erasedSequences: [HistoryEvent: Int] = [:]
  private var enders: [Int: [SessionID]] = [:]
  /// The number of events of each account, and the time of the first one.
  private var told: [AccountID: (count: Int, first: Timestamp)] = [:]
  /// The sessions that go before all others, the last inserted at the end.
  private var firstSessions: [Session] = []

  package init(_ state: StoreState) {
    self.state = state
    for (place, account) in state.accounts.enumerated() { index(account, at: place) }
    for (place, session) in state.sessions.enumerated() { index(session, at: place) }
    for event in state.events { index(event) }
    indexResting()
  }

  /// The state including everything that was inserted.
  package var whole: StoreState {
    var whole = state
    whole.sessions = firstSessions.reversed() + whole.sessions
    return whole
  }

  private mutating func index(_ account: Account, at place: Int) {
    places[account.id] = place
    keys[account.nickname.key] = account.id
    skeletons[account.nickname.skeleton] = account.id
    shownSkeletons[account.nickname.shownSkeleton] = account.id
  }

  private mutating func index(_ event: HistoryEvent) {
    sequences[event.numbered(0)] = event.sequence
    erasedSequences[event.erased.numbered(0)] = event.sequence
    told[event.accountID, default: (0, event.time)].count += 1
  }

  private mutating func index(_ session: Session, at place: Int) {
    sessionPlaces[session.id] = place
    if let sequence = session.ending?.sequence { enders[sequence, default: []].append(session.id) }
    holders.insert(session.place)
    if place >= 0 || lastSessions[session.place] == nil {
      lastSessions[session.place] = session.id
    }
    if session.ending == nil { openHolders.insert(session.place) }
  }

  /// The session at a place.
  ///
  /// Places below 0 count down from -1 and refer to `firstSessions`.
  private func session(at place: Int) -> Session {
    place < 0 ? firstSessions[-1 - place] : state.sessions[place]
  }
}

extension IndexedState: MergeTarget {
  package func account(_ id: AccountID) -> Account? {
    places[id].map { state.accounts[$0] }
  }

  package func rival(of nickname: Nickname, otherThan id: AccountID?) -> Account? {
    if let holder = keys[nickname.key], holder != id { return account(holder) }
    let lookalikes = [skeletons[nickname.skeleton], shownSkeletons[nickname.shownSkeleton]]
      .filter { $0 != id }
    let oldest = lookalikes.compactMap { $0.flatMap { places[$0] } }.min()
    return oldest.map { state.accounts[$0] }
  }

  package func isSuspended(_ id: AccountID) -> Bool { state.credentials.suspensions[id] != nil }

  package mutating func insert(_ resting: RestingNickname) -> Bool {
    guard state.settings.nicknameRest > .zero,
      rival(of: resting.nickname, otherThan: resting.accountID) == nil,
      !restingHolders.conflict(with: resting.nickname, of: resting.accountID),
      !hasForms(resting)
    else { return false }
    restingHolders.insert(resting.nickname, of: resting.accountID)
    state.restingNicknames.append(resting)
    return true
  }

  /// Whether the account holds, or has given up, a nickname with the same forms.
  private func hasForms(_ resting: RestingNickname) -> Bool {
    account(resting.accountID)?.nickname.hasForms(of: resting.nickname) ?? false
      || state.restingNicknames.contains {
        $0.accountID == resting.accountID && $0.nickname.hasForms(of: resting.nickname)
      }
  }

  private mutating func indexResting() {
    restingHolders = NicknameHolders()
    for resting in state.restingNicknames {
      restingHolders.insert(resting.nickname, of: resting.accountID)
    }
  }

  package mutating func insert(_ device: Device, tokens: DeviceTokens) -> Bool {
    let isKnown = state.credentials.devices.contains { known in
      known.device.id == device.id || tokens.all.contains { known.tokens.all.contains($0) }
    }
    if !isKnown { state.credentials.devices.append(.init(device: device, tokens: tokens)) }
    return !isKnown
  }

  package mutating func insert(
    _ account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) {
    state.credentials.recoveryKeys[account.id] = recoveryKey
    state.credentials.suspensions[account.id] = suspendedAt
    let count = state.restingNicknames.count
    state.restingNicknames.removeAll { $0.ends(with: account.nickname, of: account.id) }
    if state.restingNicknames.count < count { indexResting() }
    index(account, at: state.accounts.count)
    state.accounts.append(account)
    state.lastSignIns[account.id] = lastSignedInAt
  }

  package func profile(of account: AccountID) -> Profile {
    state.profiles[account] ?? .unsaved
  }

  package mutating func setProfile(_ profile: Profile, of account: AccountID) {
    state.profiles[account] = profile
  }

  package mutating func noteSignIn(of account: AccountID, at time: Timestamp) -> Bool {
    if let known = state.lastSignIns[account], known >= time { return false }
    state.lastSignIns[account] = time
    return true
  }

  package func storedSession(_ id: SessionID) -> Session? {
    sessionPlaces[id].map(session)
  }

  package func hasSession(at place: SessionPlace, openOnly: Bool) -> Bool {
    (openOnly ? openHolders : holders).contains(place)
  }

  package mutating func insert(_ session: Session, first isFirst: Bool) {
    index(session, at: isFirst ? -1 - firstSessions.count : state.sessions.count)
    if isFirst { firstSessions.append(session) } else { state.sessions.append(session) }
  }

  package mutating func setState(_ session: Session) {
    guard let place = sessionPlaces[session.id] else { return }
    if place < 0 {
      firstSessions[-1 - place] = session
    } else {
      state.sessions[place] = session
    }
    guard let ending = session.ending else { return }
    openHolders.remove(session.place)
    if let sequence = ending.sequence { enders[sequence, default: []].append(session.id) }
  }

  package mutating func setEnding(of id: SessionID, recordedAs sequence: Int) {
    guard let place = sessionPlaces[id] else { return }
    let ended = session(at: place)
    guard let ending = ended.ending else { return }
    if let former = ending.sequence { enders[former]?.removeAll { $0 == id } }
    enders[sequence, default: []].append(id)
    let told = ended.ended(SessionEnding(at: ending.time, ending.reason, recordedAs: sequence))
    if place < 0 { firstSessions[-1 - place] = told } else { state.sessions[place] = told }
  }

  package func sequence(of event: HistoryEvent) -> Int? {
    let erased = event.erased.numbered(0)
    return sequences[event.numbered(0)]
      ?? (event.nickname == nil ? erasedSequences[erased] : sequences[erased])
  }

  package func sessions(endedBy sequence: Int) -> [SessionID] {
    enders[sequence] ?? []
  }

  package func firstKept(of account: AccountID) -> Timestamp? {
    let limit = state.settings.historyLimit
    guard limit > 0 else { return Timestamp(millisecondsSince1970: Timestamp.range.upperBound) }
    return told[account].flatMap { $0.count >= limit ? $0.first : nil }
  }

  package mutating func append(_ event: HistoryEvent) -> Int {
    state.lastSequence += 1
    state.events.append(event.numbered(state.lastSequence))
    index(event.numbered(state.lastSequence))
    return state.lastSequence
  }

  package var metadata: StoreMetadata { state.metadata }

  package var devicesWithSessions: Set<DeviceID> { Set(state.sessions.map(\.deviceID)) }

  package func lastSession(at place: SessionPlace) -> SessionID? { lastSessions[place] }

  package mutating func removeActiveSession(_ session: Session) {
    if state.isActive(session) { state.activeSessions[session.deviceID] = nil }
  }

  package mutating func setActiveSession(_ id: SessionID, on device: DeviceID) {
    state.activeSessions[device] = id
  }
}
