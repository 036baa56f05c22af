public import MonikerDomain

/// A session and its account in JSON, as lists and the service show them.
///
/// The session's fields, `accountCreatedAt`, `active`, `deviceID`, `lastSeenAt`, `idleTimeoutSeconds`, `host` and
/// `terminal`.
public struct SessionDocument: Encodable, Hashable, Sendable {
  let entry: SessionEntry

  /// Makes the value.
  ///
  /// - Parameter entry: the session, judged at the time at which it is shown.
  public init(_ entry: SessionEntry) {
    self.entry = entry
  }

  private enum CodingKeys: CodingKey {
    case accountCreatedAt, active, deviceID, lastSeenAt, idleTimeoutSeconds, host, terminal
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws {
    try SessionFields(active: entry.holder).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    let session = entry.session
    try container.encode(entry.account.createdAt.rfc3339, forKey: .accountCreatedAt)
    try container.encode(entry.isActive, forKey: .active)
    try container.encode(session.deviceID.description, forKey: .deviceID)
    try container.encode(session.lastSeenAt.rfc3339, forKey: .lastSeenAt)
    try container.encode(session.idleTimeout?.components.seconds, forKey: .idleTimeoutSeconds)
    try container.encode(session.origin.host, forKey: .host)
    try container.encode(session.origin.terminal, forKey: .terminal)
  }
}
