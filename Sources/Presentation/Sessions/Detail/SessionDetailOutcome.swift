import MonikerDomain

/// The details of one session.
public struct SessionDetailOutcome: Outcome, Hashable {
  /// The session.
  public let row: SessionRow
  let store: StoreDescription

  /// A line for each fact.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let moment = { (time: Timestamp) in "\(time.rfc3339(in: zone)) (\(row.relative(time)))" }
    let session = row.entry.session
    var facts = [
      ("Session", row.id),
      ("Account", "\(row.nickname) (\(row.entry.account.id))"),
      ("State", row.state + (row.entry.isActive ? ", the active one" : "")),
      ("Where", row.place.isEmpty ? "unknown" : row.place),
      ("Started", moment(session.startedAt)), ("Last seen", moment(session.lastSeenAt)),
      ("Expires", session.expiresAt.map(moment) ?? "never"),
    ]
    if let idleTimeout = session.idleTimeout {
      facts.append(("Renewed", "by use, for \(idleTimeout.rough)"))
    }
    if let ending = session.ending {
      facts.append(("Ended", moment(ending.time) + ", \(row.state)"))
    }
    return facts.map { name, fact in
      name + ":" + String(repeating: " ", count: 10 - name.count) + fact
    }.joined(separator: "\n")
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case store
  }

  /// Encodes the fields of a session in a list, and `store`.
  public func encode(to encoder: any Encoder) throws {
    try row.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
  }
}
