import MonikerDomain

/// The size and contents of a store in numbers.
public struct StoreInfoOutcome: Outcome, Hashable {
  let summary: StoreSummary
  let store: StoreDescription

  /// A line for each fact.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let facts = [
      ("Store", store.kind), ("Path", store.location?.visible ?? "none"),
      ("Version", summary.version.map { String($0) } ?? "none yet"),
      ("Size", summary.byteCount.map { "\($0) bytes" } ?? "none"),
      ("Accounts", "\(summary.accountCount), \(summary.profileCount) with a profile"),
      ("Sessions", "\(summary.openSessionCount) open, \(summary.endedSessionCount) ended"),
      ("Events", "\(summary.eventCount) kept, the newest is number \(summary.lastSequence)"),
      ("Changed", summary.lastChange?.seconds(in: zone) ?? "never"),
    ]
    return facts.map { name, fact in
      name + ":" + String(repeating: " ", count: 10 - name.count) + fact
    }.joined(separator: "\n")
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case store, version, sizeBytes, accounts, profiles, openSessions, endedSessions, events,
      lastEvent,
      changedAt
  }

  /// Encodes `store`, `version`, `sizeBytes`, `accounts`, `profiles`, `openSessions`, `endedSessions`,
  /// `events`, `lastEvent` (the number of the newest event) and `changedAt`; null for nil.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    try container.encode(summary.version, forKey: .version)
    try container.encode(summary.byteCount, forKey: .sizeBytes)
    try container.encode(summary.accountCount, forKey: .accounts)
    try container.encode(summary.profileCount, forKey: .profiles)
    try container.encode(summary.openSessionCount, forKey: .openSessions)
    try container.encode(summary.endedSessionCount, forKey: .endedSessions)
    try container.encode(summary.eventCount, forKey: .events)
    try container.encode(summary.lastSequence, forKey: .lastEvent)
    try container.encode(summary.lastChange?.rfc3339, forKey: .changedAt)
  }
}
