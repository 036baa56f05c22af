public import MonikerDomain

/// The profile of an account in JSON.
///
/// `accountID`, `nickname`, `title`, `description`, `picture` (null if there is none), `version`, which is
/// 0 before the first change, and `changedAt`.
public struct ProfileDocument: Encodable, Hashable, Sendable {
  private let profile: AccountProfile

  /// Makes the value.
  public init(_ profile: AccountProfile) {
    self.profile = profile
  }

  private enum CodingKeys: CodingKey {
    case accountID, nickname, title, description, picture, version, changedAt
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (account, found) = (profile.account, profile.profile)
    try container.encode(account.id.description, forKey: .accountID)
    try container.encode(account.nickname.text, forKey: .nickname)
    try container.encode(found.content.title, forKey: .title)
    try container.encode(found.content.description, forKey: .description)
    try container.encode(found.content.picture.map(PictureFields.init), forKey: .picture)
    try container.encode(found.version, forKey: .version)
    try container.encode(found.changedAt?.rfc3339, forKey: .changedAt)
  }
}
