import MonikerDomain

/// The keys by which a session and its account are shown in JSON; each is null where nobody is
/// signed in, and those about the end until it has come: `endReason` is `expired`, `signedOut` or
/// `ended`.
struct SessionFields: Encodable {
  let active: AccountSession?

  enum CodingKeys: CodingKey {
    case nickname, accountID, sessionID, signedInAt, expiresAt, endedAt, endReason
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let session = active?.session
    try container.encode(active?.account.nickname.text, forKey: .nickname)
    try container.encode(active?.account.id.description, forKey: .accountID)
    try container.encode(session?.id.description, forKey: .sessionID)
    try container.encode(session?.startedAt.rfc3339, forKey: .signedInAt)
    try container.encode(session?.expiresAt?.rfc3339, forKey: .expiresAt)
    try container.encode(session?.ending?.time.rfc3339, forKey: .endedAt)
    try container.encode(session?.ending?.reason.rawValue, forKey: .endReason)
  }
}
