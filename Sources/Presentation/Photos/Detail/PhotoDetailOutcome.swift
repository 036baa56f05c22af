import MonikerDomain

/// A photo in detail, or that it is the picture of an account now.
public struct PhotoDetailOutcome: Outcome, Hashable {
  /// The photo.
  public let detail: PhotoDetail

  /// The account whose picture the photo was made, with its profile; nil if it was only shown.
  let owner: AccountProfile?
  let store: StoreDescription

  /// A line for each fact; or a sentence that the photo is the picture.
  public var text: String {
    if let owner {
      return "The picture of \(owner.account.nickname.text.visible) is the photo \(detail.id) now."
    }
    var facts = [("ID", detail.id), ("Shows", detail.text)]
    if let credit = detail.credit {
      let address = credit.address.map { " (\($0))" } ?? ""
      facts.append(("Credit", credit.text + address))
    }
    if let page = detail.page { facts.append(("Page", page.description)) }
    if case .address(let address) = detail.image { facts.append(("Image", address.description)) }
    return facts.map { name, fact in
      name + ":" + String(repeating: " ", count: 7 - name.count) + fact
    }.joined(separator: "\n")
  }

  /// Whether the photo was to become a picture.
  public var isConfirmation: Bool { owner != nil }

  private enum CodingKeys: CodingKey {
    case accountID, nickname, version, store
  }

  /// Encodes the keys of a photo in ``PhotosOutcome``, `store`, and for a photo that was made a picture
  /// `accountID`, `nickname`, and `version` of the profile; null for one that was only shown.
  public func encode(to encoder: any Encoder) throws {
    try PhotoDocument(detail.photo).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(owner?.account.id.description, forKey: .accountID)
    try container.encode(owner?.account.nickname.text, forKey: .nickname)
    try container.encode(owner?.profile.version, forKey: .version)
    try container.encode(store, forKey: .store)
  }
}
