import MonikerDomain

/// A list of sessions, or the sessions that were ended.
public struct SessionsOutcome: Outcome, Hashable {
  /// A formatted list.
  struct Sessions: Hashable, Sendable {
    let rows: [SessionRow]
    let moreHaveEnded: Bool
  }

  /// The content of the outcome.
  enum Content: Hashable, Sendable {
    case list(Sessions)
    case ended([SessionRow])
    case hadEnded(SessionRow)
  }

  let content: Content
  let store: StoreDescription

  /// The sessions of a list, the open ones first; or those that were ended.
  public var rows: [SessionRow] {
    switch content {
    case .list(let sessions): sessions.rows
    case .ended(let rows): rows
    case .hadEnded(let row): [row]
    }
  }

  /// Whether more sessions have ended than a list has.
  public var moreHaveEnded: Bool {
    if case .list(let sessions) = content { sessions.moreHaveEnded } else { false }
  }

  /// A line for each session, or a sentence about those that were ended.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    switch content {
    case .list(let sessions):
      return Self.table(of: sessions.rows)
    case .hadEnded(let row):
      return row.entry.holder.endSentence { $0.minutes(in: zone) } + " Nothing was changed."
    case .ended(let rows):
      guard !rows.isEmpty else { return "There is no session to end." }
      let ids = ShortIDs(of: rows)
      let names = rows.map { "\(ids[$0]) (\($0.nickname))" }
      return rows.count == 1
        ? "The session \(names[0]) is ended."
        : "\(rows.count) sessions are ended: \(names.joined(separator: ", "))."
    }
  }

  /// To sign in if there are no sessions.
  public var remedies: [Remedy] {
    if case .list(let sessions) = content, sessions.rows.isEmpty { [.signIn(nil)] } else { [] }
  }

  /// Whether sessions were to be ended.
  public var isConfirmation: Bool {
    if case .list = content { false } else { true }
  }

  /// That more sessions have ended than are shown, or that the active account's session was ended;
  /// nil if neither applies.
  public var notice: Message? {
    switch content {
    case .list(let sessions):
      return sessions.moreHaveEnded
        ? Message("More sessions have ended.", [.showMoreSessions]) : nil
    case .ended(let rows):
      guard let active = rows.first(where: \.entry.isActive) else { return nil }
      return Message(
        "\(active.nickname) is still the active account, but its session has ended.",
        [.signInAgain(active.entry.account.nickname.text)]
      )
    case .hadEnded:
      return nil
    }
  }

  private static func table(of rows: [SessionRow]) -> String {
    guard !rows.isEmpty else {
      return "There are no sessions."
    }
    let ids = ShortIDs(of: rows)
    let head = ["  ID", "STATE", "STARTED", "LAST SEEN", "ENDS", "NICKNAME"]
    let lines = rows.map { row in
      let place = row.place.isEmpty ? "" : " (\(row.place))"
      return [
        "\(row.entry.isActive ? "*" : " ") \(ids[row])", row.state, row.started, row.lastSeen,
        row.end,
        row.nickname + place,
      ]
    }
    return TextTable.text([head] + lines)
  }
}

/// The shortest prefixes of at least 8 characters that distinguish the session IDs of a list.
private struct ShortIDs {
  private let length: Int

  init(of rows: [SessionRow]) {
    let ids = rows.map(\.id)
    length =
      (8...36).first { length in Set(ids.map { $0.prefix(length) }).count == ids.count } ?? 36
  }

  subscript(row: SessionRow) -> String {
    let text = row.id.prefix(length)
    return String(text.last == "-" ? text.dropLast() : text)
  }
}

extension SessionsOutcome: Encodable {
  private enum CodingKeys: CodingKey {
    case sessions, moreHaveEnded, ended, store
  }

  /// Encodes `store`, and either `sessions` and `moreHaveEnded`, or `ended`.
  ///
  /// `sessions` and `ended` are arrays of the session's fields, `active`, `lastSeenAt`,
  /// `idleTimeoutSeconds`, `host` and `terminal`. `ended` is empty if there was no session to end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    switch content {
    case .list(let sessions):
      try container.encode(sessions.rows, forKey: .sessions)
      try container.encode(sessions.moreHaveEnded, forKey: .moreHaveEnded)
    case .ended(let rows):
      try container.encode(rows, forKey: .ended)
    case .hadEnded:
      try container.encode([SessionRow](), forKey: .ended)
    }
  }
}
