import MonikerDomain

/// Events, oldest first, as text in pieces, so that the whole need not fit into memory.
public struct HistoryOutcome: Sendable {
  private var contents: any HistoryContents
  private let store: StoreDescription
  private let isJSON: Bool
  private let zone: DisplayTimeZone
  private var place = Place.start

  private enum Place {
    case start, entries, end
  }

  /// - Parameters:
  ///   - isJSON: whether the pieces form one JSON document, with times in UTC.
  ///   - zone: the zone of the times in a text.
  init(
    _ contents: any HistoryContents,
    isJSON: Bool,
    in zone: DisplayTimeZone,
    store: StoreDescription
  ) {
    self.contents = contents
    self.isJSON = isJSON
    self.zone = zone
    self.store = store
  }

  /// That older events are not shown; nil if there are none.
  public var notice: Message? {
    contents.thereAreEarlier ? Message("There are earlier events.", [.showMoreEvents]) : nil
  }

  /// The next piece of the text or of the JSON document.
  ///
  /// As text, a line for each event. As JSON, a part of the document with `events` (`sequence`,
  /// `time`, `kind`, `nickname`, `previousNickname`, `accountID`, `accountRemoved`, `sessionID`,
  /// `host`, `terminal`; null for an unknown value), `moreEvents` (whether there are older ones) and
  /// `store`.
  ///
  /// - Returns: nil after the last piece, which ends with a line feed.
  public mutating func next() async throws(Problem) -> String? {
    guard place != .end else { return nil }
    let isFirst = place == .start
    let entries: [HistoryEntry]
    do {
      entries = try await contents.next()
    } catch {
      throw Problem(error)
    }
    place = entries.isEmpty ? .end : .entries
    return isJSON ? try json(entries, first: isFirst) : text(entries, first: isFirst)
  }

  private func text(_ entries: [HistoryEntry], first isFirst: Bool) -> String? {
    guard !entries.isEmpty else {
      guard isFirst else { return nil }
      return contents.thereAreEarlier ? "No event is shown.\n" : "There are no events.\n"
    }
    let width = contents.lastSequence.map { String($0).count } ?? 0
    return entries.map { $0.line(width, in: zone) + "\n" }.joined().visibleLines
  }

  private func json(_ entries: [HistoryEntry], first isFirst: Bool) throws(Problem) -> String {
    let beginning = isFirst ? "{\"events\":[" : ""
    guard !entries.isEmpty else {
      // The remaining keys follow `events` in sorted order; the comma replaces the brace.
      let rest = try JSONDocument.text(
        End(moreEvents: contents.thereAreEarlier, store: store)
      ).dropFirst()
      return beginning + "]," + rest + "\n"
    }
    let events = try JSONDocument.text(entries.map(EventFields.init)).dropFirst().dropLast()
    return beginning + (isFirst ? "" : ",") + events
  }

  private struct End: Encodable {
    let moreEvents: Bool
    let store: StoreDescription
  }
}

extension HistoryEntry {
  fileprivate func line(_ width: Int, in zone: DisplayTimeZone) -> String {
    let number = String(event.sequence)
    let origin = [event.origin.host, event.origin.terminal].compactMap { $0?.visible }
    let place = origin.isEmpty ? "" : " (\(origin.joined(separator: ", ")))"
    let gone = isOfRemovedAccount ? ", since removed" : ""
    let earlier = event.earlierNickname.map { ", formerly \($0.visible)" } ?? ""
    return String(repeating: " ", count: max(0, width - number.count)) + number
      + "  \(event.time.seconds(in: zone))  \(event.kind.words)  "
      + "\(event.nickname.visible)\(earlier)\(gone)\(place)"
  }
}

extension HistoryEvent.Kind {
  /// The kind in words, padded to one width.
  fileprivate var words: String {
    switch self {
    case .accountAdded: "added     "
    case .signedIn: "signed in "
    case .signedOut: "signed out"
    case .expired: "expired   "
    case .revoked: "revoked   "
    case .switched: "switched  "
    case .renamed: "renamed   "
    case .accountRemoved: "removed   "
    }
  }
}

/// The fields of an event in JSON.
private struct EventFields: Encodable {
  let entry: HistoryEntry

  private enum CodingKeys: CodingKey {
    case sequence, time, kind, nickname, previousNickname, accountID, accountRemoved, sessionID
    case deviceID, host, terminal
  }

  func encode(to encoder: any Encoder) throws {
    let event = entry.event
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(event.sequence, forKey: .sequence)
    try fields.encode(event.time.rfc3339, forKey: .time)
    try fields.encode(event.kind.rawValue, forKey: .kind)
    try fields.encode(event.nickname, forKey: .nickname)
    try fields.encode(event.earlierNickname, forKey: .previousNickname)
    try fields.encode(event.accountID.description, forKey: .accountID)
    try fields.encode(entry.isOfRemovedAccount, forKey: .accountRemoved)
    try fields.encode(event.sessionID?.description, forKey: .sessionID)
    try fields.encode(event.deviceID.description, forKey: .deviceID)
    try fields.encode(event.origin.host, forKey: .host)
    try fields.encode(event.origin.terminal, forKey: .terminal)
  }
}
