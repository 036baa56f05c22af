import MonikerDomain

/// The formatted session for a list or a detail, with its fields for JSON.
struct SessionRow: Hashable, Sendable {
  let entry: SessionEntry
  /// The present, to which relative times refer.
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

  /// The host and terminal at which it was opened, as far as known; empty if neither is.
  var place: String {
    let origin = entry.session.origin
    return [origin.host, origin.terminal].compactMap { $0?.visible }.joined(separator: ", ")
  }

  var started: String { relative(entry.session.startedAt) }

  var lastSeen: String { relative(entry.session.lastSeenAt) }

  /// When it ended or will expire.
  var end: String {
    (entry.session.ending?.time ?? entry.session.expiresAt).map(relative) ?? "never"
  }

  /// A moment relative to the present: `5 min ago`, `in 7 h 59 min`.
  func relative(_ moment: Timestamp) -> String {
    let distance = time.duration(to: moment)
    if distance >= .seconds(1) { return "in \(distance.rough)" }
    if distance <= .seconds(-1) { return "\((.zero - distance).rough) ago" }
    return "now"
  }
}

extension SessionRow: Encodable {
  /// Encodes the fields of a ``SessionDocument``.
  func encode(to encoder: any Encoder) throws {
    try SessionDocument(entry).encode(to: encoder)
  }
}
