public import MonikerDomain

/// An account in JSON, as lists and the service show it.
///
/// The fields of its session on the caller's device, which are null without one; and always `nickname`,
/// `accountID`, `createdAt`, `lastSignedInAt`, `signedIn` and `active`.
public struct AccountDocument: Encodable, Hashable, Sendable {
  private let entry: AccountEntry

  /// Makes the value.
  ///
  /// - Parameter entry: the account, judged at the time at which it is shown.
  public init(_ entry: AccountEntry) {
    self.entry = entry
  }

  private enum CodingKeys: CodingKey {
    case nickname, accountID, createdAt, lastSignedInAt, signedIn, active
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws {
    let active = entry.session.map { AccountSession(account: entry.account, session: $0) }
    try SessionFields(active: active).encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(entry.account.nickname.text, forKey: .nickname)
    try fields.encode(entry.account.id.description, forKey: .accountID)
    try fields.encode(entry.account.createdAt.rfc3339, forKey: .createdAt)
    try fields.encode(entry.lastSignedInAt?.rfc3339, forKey: .lastSignedInAt)
    try fields.encode(entry.isSignedIn, forKey: .signedIn)
    try fields.encode(entry.isActive, forKey: .active)
  }
}
