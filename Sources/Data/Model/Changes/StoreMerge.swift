package import MonikerDomain
import MonikerFiles

/// Adds the records of one store to another, as ``/MonikerDomain/StoreArchive/merge(_:)`` defines.
///
/// All stores share this algorithm. A ``MergeTarget`` supplies only the reads and writes.
package struct StoreMerge<Target: MergeTarget> {
  private(set) var target: Target
  private let location: String

  /// How many records were added or changed.
  private(set) var added = 0

  /// Why records were refused: the first 20 reasons.
  private(set) var conflicts: [StoreConflict] = []

  /// The accounts of the merged store that the target already has.
  private var shared: Set<AccountID> = []

  /// Whether the target had a session at a place before the merge.
  private var wasFilled: [SessionPlace: Bool] = [:]

  /// Sessions whose ending event has not been read yet, and its number in the merged store.
  private var endings: [(sequence: Int, session: Session)] = []

  /// The sessions of ``endings``: until then, each has the number that the other store gave it.
  private var pending: Set<SessionID> = []

  /// The results of ``MergeTarget/firstKept(of:)`` for shared accounts before the merge.
  private var firstKept: [AccountID: Timestamp] = [:]

  /// The active sessions of the target before the merge.
  private var activeBefore: [DeviceID: SessionID] = [:]

  /// The devices of the target that had sessions before the merge.
  private var usedBefore: Set<DeviceID> = []

  /// The sessions of the target that the merge has ended.
  private var ended: Set<SessionID> = []

  /// Whether ``endings`` are in descending order of the number.
  private var isOrdered = true

  private static var limit: Int { 20 }

  package init(into target: Target, at location: String) {
    self.target = target
    self.location = location
  }

  /// - Returns: how many records were added or changed, or the conflicts. After conflicts the target holds a
  ///   part of the records and must be discarded.
  package mutating func add(
    _ records: [StoreRecord]
  ) throws(StoreFailure) -> Result<Int, StoreError> {
    activeBefore = try target.metadata.activeSessions
    usedBefore = try target.devicesWithSessions
    var active: [DeviceID: SessionID] = [:]
    for record in records where conflicts.count < Self.limit {
      switch record {
      case .account(let account, let lastSignedInAt, let recoveryKey, let suspendedAt):
        try add(account, lastSignedInAt, recoveryKey, suspendedAt)
      case .profile(let profile, let account): try add(profile, of: account)
      case .restingNickname(let resting):
        if try target.insert(resting) { added += 1 }
      case .device(let device, let tokens):
        if try target.insert(device, tokens: tokens) { added += 1 }
      case .session(let session): try add(session)
      case .event(let event): try add(event)
      case .metadata(let metadata): active = metadata.activeSessions
      }
    }
    guard conflicts.isEmpty else { return .failure(.conflicts(conflicts)) }
    // The other store may have forgotten the last events, and the records may lack them.
    try retell(before: .max)
    try activate(active)
    return .success(added)
  }

  private mutating func add(
    _ account: Account,
    _ lastSignedInAt: Timestamp?,
    _ recoveryKey: SecretDigest?,
    _ suspendedAt: Timestamp?
  ) throws(StoreFailure) {
    if let own = try target.account(account.id) {
      guard own.nickname == account.nickname else {
        conflicts.append(.renamed(account, there: own))
        return
      }
      shared.insert(account.id)
      firstKept[account.id] = try target.firstKept(of: account.id)
      if let lastSignedInAt, try target.noteSignIn(of: account.id, at: lastSignedInAt) {
        added += 1
      }
      return
    }
    if let rival = try target.rival(of: account.nickname, otherThan: nil) {
      conflicts.append(.nicknameHeld(account, by: rival))
      return
    }
    try target.insert(
      account,
      lastSignedInAt: lastSignedInAt,
      recoveryKey: recoveryKey,
      suspendedAt: suspendedAt
    )
    added += 1
  }

  private mutating func add(
    _ profile: Profile,
    of account: AccountID
  ) throws(StoreFailure) {
    guard try target.account(account) != nil else {
      // If the account was refused, the conflict is already recorded.
      if conflicts.isEmpty { throw .damaged(at: location, .profileOfUnknownAccount) }
      return
    }
    let own = try target.profile(of: account)
    let merged = own.merged(with: profile)
    guard merged != own else { return }
    try target.setProfile(merged, of: account)
    added += 1
  }

  private mutating func add(_ session: Session) throws(StoreFailure) {
    guard try target.account(session.accountID) != nil else {
      // If the account was refused, the conflict is already recorded.
      if conflicts.isEmpty {
        throw .damaged(at: location, "a session belongs to an unknown account")
      }
      return
    }
    if let own = try target.storedSession(session.id) { return try update(own, with: session) }
    if session.ending == nil, try target.isSuspended(session.accountID) { return }
    if session.ending == nil, try target.hasSession(at: session.place, openOnly: true) {
      conflicts.append(.secondSession(session.id, of: session.accountID))
      return
    }
    if let ending = session.ending, isForgotten(session.accountID, at: ending.time) { return }
    // The last session of an account on a device says whether it is signed in there. A session that
    // ended in the other store must not become the last one of an account that was here before.
    let isShared = session.ending != nil && shared.contains(session.accountID)
    let wasFilled =
      if let known = wasFilled[session.place] {
        known
      } else {
        try target.hasSession(at: session.place, openOnly: false)
      }
    self.wasFilled[session.place] = wasFilled
    let isFirst = isShared && wasFilled
    try target.insert(session, first: isFirst)
    noteEnding(of: session)
    added += 1
  }

  /// Brings a session that both stores have to the later one of its two states.
  private mutating func update(_ own: Session, with other: Session) throws(StoreFailure) {
    guard let next = own.merged(with: other) else {
      conflicts.append(.session(other.id, of: other.accountID))
      return
    }
    guard next != own else { return }
    try target.setState(next)
    if next.ending != nil {
      ended.insert(next.id)
      // An open session was the last of its place: what the other store has behind it is later.
      wasFilled[next.place] = false
    }
    noteEnding(of: next)
    added += 1
  }

  private mutating func noteEnding(of session: Session) {
    guard let sequence = session.ending?.sequence else { return }
    endings.append((sequence, session))
    pending.insert(session.id)
    isOrdered = false
  }

  private mutating func add(_ event: HistoryEvent) throws(StoreFailure) {
    try retell(before: event.sequence)
    let ended = endings.last.flatMap { $0.sequence == event.sequence ? $0.session.id : nil }
    guard ended != nil || !isForgotten(event.accountID, at: event.time) else { return }
    let sequence: Int
    let own = try target.sequence(of: event)
    // An event is the end of one session.
    let isTaken = if ended != nil, let own { try isEnding(own) } else { false }
    if let own, !isTaken {
      sequence = own
    } else {
      // Nobody could erase the texts of an account that is not there.
      let isOfRemoved = try target.account(event.accountID) == nil
      sequence = try target.append(isOfRemoved ? event.erased : event)
      added += 1
    }
    if let ended {
      endings.removeLast()
      try setEnding(of: ended, recordedAs: sequence)
    }
  }

  /// Whether the target has forgotten what happened to an account at a time, or would soon.
  ///
  /// A merged event is numbered as the newest, so it would push out what happened later.
  private func isForgotten(_ account: AccountID, at time: Timestamp) -> Bool {
    firstKept[account].map { time < $0 } ?? false
  }

  /// Whether a session of the target names an event as its end.
  private func isEnding(_ sequence: Int) throws(StoreFailure) -> Bool {
    try target.sessions(endedBy: sequence).contains { !pending.contains($0) }
  }

  private mutating func setEnding(
    of session: SessionID,
    recordedAs sequence: Int
  ) throws(StoreFailure) {
    pending.remove(session)
    try target.setEnding(of: session, recordedAs: sequence)
  }

  /// Appends the ending events that the merged store no longer keeps, up to an event number.
  private mutating func retell(before sequence: Int) throws(StoreFailure) {
    if !isOrdered { endings.sort { $0.sequence > $1.sequence } }
    isOrdered = true
    while let (number, session) = endings.last, number < sequence {
      endings.removeLast()
      guard let ending = session.ending, let account = try target.account(session.accountID)
      else { continue }
      let event = HistoryEvent(
        sequence: number,
        time: ending.time,
        kind: HistoryEvent.Kind(ending.reason),
        accountID: account.id,
        nickname: account.nickname.text,
        sessionID: session.id,
        deviceID: session.deviceID,
        origin: Origin()
      )
      try setEnding(of: session.id, recordedAs: try target.append(event))
      added += 1
    }
  }

  /// Makes the active sessions of the other store active on devices that had no session in this one.
  private mutating func activate(_ active: [DeviceID: SessionID]) throws(StoreFailure) {
    var goneOn: [DeviceID: SessionPlace] = [:]
    for (device, id) in activeBefore where ended.contains(id) {
      guard let session = try target.storedSession(id) else { continue }
      goneOn[device] = session.place
      // Signing out leaves no active session; another session of the account has followed this one.
      let isLast = try target.lastSession(at: session.place) == id
      if session.isSignedOut || !isLast { try target.removeActiveSession(session) }
    }
    for (device, id) in active {
      guard let session = try target.storedSession(id), !session.isSignedOut,
        try target.lastSession(at: session.place) == id
      else { continue }
      // The account goes on with another session; a merge makes nobody else active, also where somebody
      // has signed out.
      guard !usedBefore.contains(device) || goneOn[device] == session.place else { continue }
      try target.setActiveSession(id, on: device)
    }
  }
}

extension Session {
  /// The later one of two states of the same session: an end that was recorded stays, and a use moves
  /// the expiry.
  ///
  /// - Returns: nil if no state follows from the other.
  fileprivate func merged(with other: Session) -> Session? {
    guard accountID == other.accountID, deviceID == other.deviceID, startedAt == other.startedAt,
      idleTimeout == other.idleTimeout, origin == other.origin
    else { return nil }
    switch (ending, other.ending) {
    case (_?, _): return self
    case (nil, _?): return other
    case (nil, nil): break
    }
    guard (expiresAt == nil) == (other.expiresAt == nil) else { return nil }
    return Session(
      id: id,
      accountID: accountID,
      deviceID: deviceID,
      startedAt: startedAt,
      lastSeenAt: max(lastSeenAt, other.lastSeenAt),
      expiresAt: expiresAt.flatMap { own in other.expiresAt.map { max(own, $0) } },
      idleTimeout: idleTimeout,
      origin: origin
    )
  }
}
