import MonikerDomain

/// The keys by which a session and its account are shown in JSON; each is null where nobody is
/// signed in.
struct SessionFields: Encodable {
  let active: ActiveSession?

  enum CodingKeys: CodingKey {
    case nickname, accountID, sessionID, signedInAt, expiresAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let session = active?.session
    try container.encode(active?.account.nickname.text, forKey: .nickname)
    try container.encode(active?.account.id.description, forKey: .accountID)
    try container.encode(session?.id.description, forKey: .sessionID)
    try container.encode(session?.startedAt.rfc3339, forKey: .signedInAt)
    try container.encode(session?.expiresAt?.rfc3339, forKey: .expiresAt)
  }
}
