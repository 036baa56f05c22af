public import MonikerDomain

/// A photo in JSON.
///
/// `id`; `text`, what the photo shows; `address`, of the photo; `thumbnail`, the address of a small
/// form; `page`, the address of a page about it; `author`, `authorAddress` and `source`, which are to be
/// named beside it; `svg`, the photo itself if the source draws it. All but `id` are null where there is
/// none.
public struct PhotoDocument: Encodable, Hashable, Sendable {
  private let photo: Photo

  /// Makes the value.
  public init(_ photo: Photo) {
    self.photo = photo
  }

  private enum CodingKeys: CodingKey {
    case id, text, address, thumbnail, page, author, authorAddress, source, svg
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let attribution = photo.picture.attribution
    try container.encode(photo.id.description, forKey: .id)
    try container.encode(photo.picture.text, forKey: .text)
    try container.encode(photo.picture.address?.description, forKey: .address)
    try container.encode(photo.thumbnail?.description, forKey: .thumbnail)
    try container.encode(photo.page?.description, forKey: .page)
    try container.encode(attribution?.author, forKey: .author)
    try container.encode(attribution?.address?.description, forKey: .authorAddress)
    try container.encode(attribution?.source, forKey: .source)
    try container.encode(photo.drawing?.svg(title: photo.alternativeText), forKey: .svg)
  }
}

extension Photo {
  /// What the photo shows, for those who do not see it.
  var alternativeText: String { picture.text?.visible ?? "A photo" }
}
