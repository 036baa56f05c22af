public import MonikerDomain
import MonikerFiles

/// The state as records, in their order.
extension StoreState {
  /// All records: accounts, profiles, resting nicknames, devices, sessions, events, and at last the metadata.
  ///
  /// Intentions, links, wrong codes and identity tokens are not among them: a shared store that keeps
  /// only records loses these when it is opened again.
  public var records: [StoreRecord] {
    let profiled = accountsWithProfiles
    return (0..<recordCount).map { record(at: $0, profiled) }
  }

  /// Makes a state of all its records.
  ///
  /// - Parameters:
  ///   - records: the records in the order of ``records``; none for a store that was never written to.
  ///   - location: the name of the store in failures.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/damaged`` for records that contradict one another.
  public init(_ records: some Sequence<StoreRecord>, at location: String) throws(StoreFailure) {
    self.init()
    for record in records { append(record) }
    if let contradiction = contradiction() { throw .damaged(at: location, contradiction) }
  }

  package var recordCount: Int {
    accounts.count + accountsWithProfiles.count + restingNicknames.count + credentials.devices.count
      + sessions.count
      + events.count + 1
  }

  package var metadata: StoreMetadata {
    StoreMetadata(
      activeSessions: activeSessions,
      lastSequence: lastSequence,
      settings: settings
    )
  }

  /// The accounts that have saved a profile, in their order.
  package var accountsWithProfiles: [AccountID] {
    profiles.isEmpty ? [] : accounts.map(\.id).filter { profiles[$0] != nil }
  }

  /// - Parameters:
  ///   - position: from 0 to below ``recordCount``.
  ///   - profiled: ``accountsWithProfiles``, so that reading all records takes linear time.
  package func record(at position: Int, _ profiled: [AccountID]) -> StoreRecord {
    var position = position
    if position < accounts.count {
      let account = accounts[position]
      return .account(
        account,
        lastSignedInAt: lastSignIns[account.id],
        recoveryKey: credentials.recoveryKeys[account.id],
        suspendedAt: credentials.suspensions[account.id]
      )
    }
    position -= accounts.count
    if position < profiled.count {
      let id = profiled[position]
      return .profile(profiles[id] ?? .unsaved, of: id)
    }
    position -= profiled.count
    if position < restingNicknames.count { return .restingNickname(restingNicknames[position]) }
    position -= restingNicknames.count
    if position < credentials.devices.count {
      let registered = credentials.devices[position]
      return .device(registered.device, tokens: registered.tokens)
    }
    position -= credentials.devices.count
    if position < sessions.count { return .session(sessions[position]) }
    position -= sessions.count
    return position < events.count ? .event(events[position]) : .metadata(metadata)
  }

  /// Appends a record of another store without checking it against the others.
  ///
  /// ``defects`` finds contradictions.
  package mutating func append(_ record: StoreRecord) {
    switch record {
    case .account(let account, let lastSignedInAt, let recoveryKey, let suspendedAt):
      accounts.append(account)
      lastSignIns[account.id] = lastSignedInAt
      credentials.recoveryKeys[account.id] = recoveryKey
      credentials.suspensions[account.id] = suspendedAt
    case .profile(let profile, let account):
      profiles[account] = profile
    case .restingNickname(let resting):
      restingNicknames.append(resting)
    case .device(let device, let tokens):
      credentials.devices.append(.init(device: device, tokens: tokens))
    case .session(let session):
      sessions.append(session)
    case .event(let event):
      events.append(event)
    case .metadata(let metadata):
      activeSessions = metadata.activeSessions
      lastSequence = metadata.lastSequence
      settings = metadata.settings
    }
  }

  /// The defects of the state, as ``/MonikerDomain/StoreArchive/defects()`` defines them.
  package var defects: [String] {
    var defects: [String] = []
    if let contradiction = contradiction() { defects.append(contradiction) }
    for account in accounts where !account.nickname.hasFormsOfItsText {
      defects.append(.wrongForms(of: account))
    }
    for resting in restingNicknames where !resting.nickname.hasFormsOfItsText {
      defects.append(.wrongForms(of: resting))
    }
    return defects
  }

  /// The latest time that the state contains, except for expiry times and sign-in times.
  private var lastChange: Timestamp? {
    let times =
      accounts.map(\.createdAt) + profiles.values.compactMap(\.changedAt)
      + sessions.map(\.lastSeenAt) + sessions.compactMap(\.ending?.time)
      + events.map(\.time)
    return times.max()
  }

  package func summary(version: Int?, byteCount: Int?, at time: Timestamp) -> StoreSummary {
    let ended = sessions.count { !$0.isOpen(at: time) }
    return StoreSummary(
      version: version,
      byteCount: byteCount,
      accountCount: accounts.count,
      profileCount: profiles.count,
      restingNicknameCount: restingNicknames.count,
      deviceCount: credentials.devices.count,
      openSessionCount: sessions.count - ended,
      endedSessionCount: ended,
      eventCount: events.count,
      lastSequence: lastSequence,
      lastChange: lastChange,
      settings: settings
    )
  }
}

/// Defects that all stores report in the same words.
extension String {
  package static func wrongForms(of account: Account) -> String {
    "the nickname of the account \(account.id) is not stored under the keys of its text"
  }

  package static func wrongForms(of resting: RestingNickname) -> String {
    "a nickname that rests for the account \(resting.accountID) is not stored under the keys of its text"
  }

  package static let restingConflict =
    "a nickname rests though another account has it or one that looks the same, or it rests twice"
}
