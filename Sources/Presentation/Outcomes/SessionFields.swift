import MonikerDomain

/// The fields of a session and its account in JSON.
///
/// All are null if there is no session; `endedAt` and `endReason` are null while it is open.
/// `endReason` is `expired`, `signedOut` or `revoked`.
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
