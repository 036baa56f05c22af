extension Session: Codable {
  private enum Key: CodingKey {
    case id, accountID, deviceID, startedAt, lastSeenAt, expiresAt, idleTimeoutMilliseconds
    case origin, ending
  }

  /// Decodes all members; a session cannot be seen before it starts.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try values.decode(SessionID.self, forKey: .id),
      accountID: try values.decode(AccountID.self, forKey: .accountID),
      deviceID: try values.decode(DeviceID.self, forKey: .deviceID),
      startedAt: try values.decode(Timestamp.self, forKey: .startedAt),
      lastSeenAt: try values.decode(Timestamp.self, forKey: .lastSeenAt),
      expiresAt: try values.decodeIfPresent(Timestamp.self, forKey: .expiresAt),
      idleTimeout: try values.decodeIfPresent(Int64.self, forKey: .idleTimeoutMilliseconds)
        .map { .milliseconds($0) },
      origin: try values.decode(Origin.self, forKey: .origin),
      ending: try values.decodeIfPresent(SessionEnding.self, forKey: .ending)
    )
  }

  /// Encodes all members, the idle timeout in milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(id, forKey: .id)
    try values.encode(accountID, forKey: .accountID)
    try values.encode(deviceID, forKey: .deviceID)
    try values.encode(startedAt, forKey: .startedAt)
    try values.encode(lastSeenAt, forKey: .lastSeenAt)
    try values.encodeIfPresent(expiresAt, forKey: .expiresAt)
    try values.encodeIfPresent(idleTimeout?.wholeMilliseconds, forKey: .idleTimeoutMilliseconds)
    try values.encode(origin, forKey: .origin)
    try values.encodeIfPresent(ending, forKey: .ending)
  }
}

extension AccountSession: Decodable {
  private enum Key: CodingKey { case account, session }

  /// Decodes a session with its own account.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let account = try values.decode(Account.self, forKey: .account)
    let session = try values.decode(Session.self, forKey: .session)
    guard session.accountID == account.id else {
      throw DecodingError.dataCorrupted(at: decoder, "the session is another account's")
    }
    self.init(account: account, session: session)
  }
}
