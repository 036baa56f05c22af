import MonikerDomain

/// The fields of a picture in JSON: `id`, `text`, `address`, `author`, `authorAddress`, `source`; null for
/// what is not known.
struct PictureFields: Encodable {
  let picture: Picture

  private enum CodingKeys: CodingKey {
    case id, text, address, author, authorAddress, source
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let attribution = picture.attribution
    try container.encode(picture.id.description, forKey: .id)
    try container.encode(picture.text, forKey: .text)
    try container.encode(picture.address?.description, forKey: .address)
    try container.encode(attribution?.author, forKey: .author)
    try container.encode(attribution?.address?.description, forKey: .authorAddress)
    try container.encode(attribution?.source, forKey: .source)
  }
}
