import MonikerDomain

/// A session as it is shown in a list or by itself: formatted, and with its fields for JSON.
struct SessionRow: Hashable, Sendable {
  let entry: SessionEntry
  /// The present, which relative times start from.
  let time: Timestamp

  init(_ entry: SessionEntry, at time: Timestamp) {
    self.entry = entry
    self.time = time
  }

  var id: String { entry.session.id.description }

  var nickname: String { entry.account.nickname.text.visible }

  var state: String {
    switch entry.session.ending?.reason {
    case nil: "open"
    case .expired: "expired"
    case .signedOut: "signed out"
    case .revoked: "revoked"
    }
  }

  /// Where it was started, as far as it is known; empty if nothing is.
  var place: String {
    let origin = entry.session.origin
    return [origin.host, origin.terminal].compactMap { $0?.visible }.joined(separator: ", ")
  }

  var started: String { relative(entry.session.startedAt) }

  var lastSeen: String { relative(entry.session.lastSeenAt) }

  /// When it has ended or will end by itself.
  var end: String {
    (entry.session.ending?.time ?? entry.session.expiresAt).map(relative) ?? "never"
  }

  /// A moment as people speak of it from the present on: `5 min ago`, `in 7 h 59 min`.
  func relative(_ moment: Timestamp) -> String {
    let distance = time.duration(to: moment)
    if distance >= .seconds(1) { return "in \(distance.rough)" }
    if distance <= .seconds(-1) { return "\((.zero - distance).rough) ago" }
    return "now"
  }
}

extension SessionRow: Encodable {
  private enum CodingKeys: CodingKey {
    case active, lastSeenAt, idleTimeoutSeconds, host, terminal
  }

  /// Encodes the session's fields, `active`, `lastSeenAt`, `idleTimeoutSeconds`, `host` and `terminal`.
  func encode(to encoder: any Encoder) throws {
    try SessionFields(active: entry.holder).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    let session = entry.session
    try container.encode(entry.isActive, forKey: .active)
    try container.encode(session.lastSeenAt.rfc3339, forKey: .lastSeenAt)
    try container.encode(session.idleTimeout?.components.seconds, forKey: .idleTimeoutSeconds)
    try container.encode(session.origin.host, forKey: .host)
    try container.encode(session.origin.terminal, forKey: .terminal)
  }
}
