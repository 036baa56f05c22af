import MonikerDomain

/// What has happened, the last event last.
public struct HistoryOutcome: Outcome, Hashable {
  let entries: [HistoryEntry]
  let thereAreMore: Bool
  let store: StoreDescription

  /// A line for each event.
  public var text: String {
    guard !entries.isEmpty else {
      return thereAreMore ? "No event is shown." : "Nothing has happened."
    }
    let width = entries.map { String($0.event.sequence).count }.max() ?? 0
    return entries.map { line($0, width) }.joined(separator: "\n")
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  /// That older events are left out.
  public var notice: String? {
    thereAreMore ? "There are earlier events. Show more with: moniker history --limit N" : nil
  }

  private func line(_ entry: HistoryEntry, _ width: Int) -> String {
    let event = entry.event
    let number = String(event.sequence)
    let origin = [event.origin.host, event.origin.terminal].compactMap { $0?.visible }
    let place = origin.isEmpty ? "" : " (\(origin.joined(separator: ", ")))"
    let gone = entry.isOfRemovedAccount ? ", removed since" : ""
    let earlier = event.earlierNickname.map { ", before \($0.visible)" } ?? ""
    return String(repeating: " ", count: width - number.count) + number
      + "  \(event.time.seconds)  \(event.kind.words)  \(event.nickname.visible)\(earlier)\(gone)\(place)"
  }
}

extension HistoryEvent.Kind {
  /// What has happened, all of one width.
  fileprivate var words: String {
    switch self {
    case .accountAdded: "added     "
    case .signedIn: "signed in "
    case .signedOut: "signed out"
    case .expired: "expired   "
    case .ended: "ended     "
    case .switched: "switched  "
    case .renamed: "renamed   "
    case .accountRemoved: "removed   "
    }
  }
}

extension HistoryOutcome: Encodable {
  private enum CodingKeys: CodingKey {
    case events, moreEvents, store
  }

  private enum EventKeys: CodingKey {
    case sequence, time, kind, nickname, previousNickname, accountID, accountRemoved, sessionID,
      host
    case terminal
  }

  /// Encodes `events` (`sequence`, `time`, `kind`, `nickname`, `previousNickname`, `accountID`,
  /// `accountRemoved`, `sessionID`, `host`, `terminal`; null where nothing is known), `moreEvents`
  /// (whether there are earlier ones) and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(thereAreMore, forKey: .moreEvents)
    try container.encode(store, forKey: .store)
    var array = container.nestedUnkeyedContainer(forKey: .events)
    for entry in entries {
      let event = entry.event
      var fields = array.nestedContainer(keyedBy: EventKeys.self)
      try fields.encode(event.sequence, forKey: .sequence)
      try fields.encode(event.time.rfc3339, forKey: .time)
      try fields.encode(event.kind.rawValue, forKey: .kind)
      try fields.encode(event.nickname, forKey: .nickname)
      try fields.encode(event.earlierNickname, forKey: .previousNickname)
      try fields.encode(event.accountID.description, forKey: .accountID)
      try fields.encode(entry.isOfRemovedAccount, forKey: .accountRemoved)
      try fields.encode(event.sessionID?.description, forKey: .sessionID)
      try fields.encode(event.origin.host, forKey: .host)
      try fields.encode(event.origin.terminal, forKey: .terminal)
    }
  }
}
