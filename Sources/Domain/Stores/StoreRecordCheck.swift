/// Checks that records are those of a store: each is valid, and none contradicts those before it.
///
/// Every value that comes from outside passes this check, so that all stores can keep what one of
/// them accepts.
package struct StoreRecordCheck {
  /// The first record that is not one of a store.
  package struct Defect: Error {
    /// The number of the record, from 1.
    package let number: Int

    /// What is wrong, in a few words without a full stop.
    package let text: String
  }

  /// Where the records come from.
  package enum Source: Sendable {
    /// A store, which has reached its event numbers by its own changes.
    case store
    /// An export, which anybody may have written.
    case export

    /// The largest event number; that of an export is smaller, so that the store can add to it.
    package var maximumSequence: Int {
      switch self {
      case .store: HistoryEvent.maximumSequence
      case .export: 1 << 52
      }
    }
  }

  private let maximumSequence: Int
  private var count = 0
  /// The places of the accounts in their order.
  private var places: [AccountID: Int] = [:]
  private var holders = NicknameHolders()
  private var restingTexts: Set<String> = []
  private var lastProfile = -1
  private var devices: Set<DeviceID> = []
  private var tokens: Set<SecretDigest> = []
  private var sessions: [SessionID: DeviceID] = [:]
  private var openSessions: Set<SessionPlace> = []
  private var endings: Set<Int> = []
  private var lastEnding = 0
  private var lastEvent = 0
  private var stage = Stage.accounts

  private enum Stage: Int {
    case accounts, profiles, restingNicknames, devices, sessions, events, end
  }

  /// Creates a check for the records of one store.
  package init(of source: Source) {
    maximumSequence = source.maximumSequence
  }

  /// Checks the next record, in the order of ``StoreRecord``.
  package mutating func add(_ record: StoreRecord) throws(Defect) {
    count += 1
    switch record {
    case .account(let account, _, _, _):
      try advance(to: .accounts)
      try add(account)
    case .profile(let profile, let account):
      try advance(to: .profiles)
      guard let place = places[account] else { throw defect(.profileOfUnknownAccount) }
      guard place != lastProfile else { throw defect(.secondProfile) }
      guard place > lastProfile else { throw defect("it is in the wrong order") }
      lastProfile = place
      guard profile.isValid else { throw defect("its version is invalid") }
    case .restingNickname(let resting):
      try advance(to: .restingNicknames)
      guard restingTexts.insert(resting.nickname.text).inserted else {
        throw defect("a nickname rests twice")
      }
      try add(
        resting.nickname,
        of: resting.accountID,
        "a nickname rests though another account has it or one that looks the same"
      )
    case .device(let device, let tokens):
      try advance(to: .devices)
      guard device.id != .local, devices.insert(device.id).inserted,
        tokens.all.allSatisfy({ self.tokens.insert($0).inserted })
      else { throw defect("two devices have the same ID or token") }
    case .session(let session):
      try advance(to: .sessions)
      try add(session)
    case .event(let event):
      try advance(to: .events)
      guard event.isValid, event.sequence <= maximumSequence else {
        throw defect("its number or a nickname is invalid")
      }
      guard event.sequence > lastEvent else { throw defect("the events are out of order") }
      lastEvent = event.sequence
    case .metadata(let metadata):
      try advance(to: .end)
      let isKnown = metadata.activeSessions.allSatisfy { sessions[$0.value] == $0.key }
      guard isKnown else { throw defect("the active session is unknown") }
      guard (lastEvent...maximumSequence).contains(metadata.lastSequence) else {
        throw defect("the events are out of order")
      }
      guard lastEnding <= metadata.lastSequence else {
        throw defect("a session names an event that does not exist as its end")
      }
    }
  }

  private mutating func advance(to next: Stage) throws(Defect) {
    guard stage.rawValue <= next.rawValue, stage != .end else {
      throw defect("it is in the wrong order")
    }
    stage = next
  }

  private mutating func add(_ account: Account) throws(Defect) {
    guard places.updateValue(places.count, forKey: account.id) == nil else {
      throw defect("two accounts have the same ID")
    }
    guard !holders.contain(account.nickname.key) else {
      throw defect("two accounts have the same nickname")
    }
    try add(account.nickname, of: account.id, "two accounts have nicknames that look the same")
  }

  private mutating func add(
    _ nickname: Nickname,
    of account: AccountID,
    _ conflict: String
  ) throws(Defect) {
    guard nickname.hasFormsOfItsText else {
      throw defect("its nickname is not stored under the keys of its text")
    }
    guard !holders.conflict(with: nickname, of: account) else { throw defect(conflict) }
    holders.insert(nickname, of: account)
  }

  private mutating func add(_ session: Session) throws(Defect) {
    guard session.isValid else { throw defect("its idle timeout is invalid") }
    guard places[session.accountID] != nil else {
      throw defect("a session belongs to an unknown account")
    }
    guard sessions.updateValue(session.deviceID, forKey: session.id) == nil else {
      throw defect("two sessions have the same ID")
    }
    guard !openSessions.contains(session.place) else {
      throw defect(String.sessionAfterOpenOne)
    }
    guard let ending = session.ending else {
      openSessions.insert(session.place)
      return
    }
    guard let sequence = ending.sequence else { return }
    guard (1...maximumSequence).contains(sequence), endings.insert(sequence).inserted else {
      throw defect("a session names an event that does not exist as its end")
    }
    lastEnding = max(lastEnding, sequence)
  }

  private func defect(_ text: String) -> Defect {
    Defect(number: count, text: text)
  }
}

/// Defects that several checks report in the same words.
extension String {
  /// The defect of an open session that is not the last one of its account on its device.
  package static let sessionAfterOpenOne =
    "an account has an open session on a device, and a later session there"

  package static let profileOfUnknownAccount = "a profile belongs to an unknown account"

  package static let secondProfile = "an account has two profiles"
}

extension HistoryEvent {
  /// The largest event number that a store reads: adding to it cannot overflow.
  package static var maximumSequence: Int { 1 << 53 }

  /// Whether every store can keep the event.
  package var isValid: Bool {
    func isName(_ text: String) -> Bool { !text.isEmpty && text.isStorable }
    return (1...Self.maximumSequence).contains(sequence) && nickname.map(isName) ?? true
      && earlierNickname.map(isName) ?? true && (nickname != nil || self == erased)
  }
}

/// An account on a device, where it has at most one open session.
package struct SessionPlace: Hashable, Sendable {
  package let accountID: AccountID
  package let deviceID: DeviceID

  package init(of account: AccountID, on device: DeviceID) {
    accountID = account
    deviceID = device
  }
}

extension Session {
  package var place: SessionPlace { SessionPlace(of: accountID, on: deviceID) }

  /// Whether every store can keep the session.
  package var isValid: Bool {
    let longest = Duration.milliseconds(Timestamp.range.upperBound)
    return idleTimeout.map { $0 > .zero && $0 <= longest } ?? true
  }
}
