public import MonikerDomain

/// An event of the history in JSON.
///
/// `sequence`, `time`, `kind`, `nickname`, `previousNickname`, `accountID`, `accountRemoved`, `sessionID`,
/// `deviceID`, `host` and `terminal`; null for an unknown value.
public struct EventDocument: Encodable, Hashable, Sendable {
  private let event: HistoryEvent

  /// Makes the value.
  public init(_ event: HistoryEvent) {
    self.event = event
  }

  private enum CodingKeys: CodingKey {
    case sequence, time, kind, nickname, previousNickname, accountID, accountRemoved, sessionID
    case deviceID, host, terminal
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(event.sequence, forKey: .sequence)
    try fields.encode(event.time.rfc3339, forKey: .time)
    try fields.encode(event.kind.rawValue, forKey: .kind)
    try fields.encode(event.nickname, forKey: .nickname)
    try fields.encode(event.earlierNickname, forKey: .previousNickname)
    try fields.encode(event.accountID.description, forKey: .accountID)
    try fields.encode(event.nickname == nil, forKey: .accountRemoved)
    try fields.encode(event.sessionID?.description, forKey: .sessionID)
    try fields.encode(event.deviceID.description, forKey: .deviceID)
    try fields.encode(event.origin.host, forKey: .host)
    try fields.encode(event.origin.terminal, forKey: .terminal)
  }
}
