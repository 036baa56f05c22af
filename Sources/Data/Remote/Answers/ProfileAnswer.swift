#if Server
import MonikerDomain

/// A profile of an answer.
struct ProfileAnswer: Decodable, Sendable {
  let profile: Profile

  private enum CodingKeys: CodingKey { case title, description, picture, version, changedAt }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let content = ProfileContent(
      storedTitle: try fields.decode(String.self, forKey: .title),
      description: try fields.decode(String.self, forKey: .description),
      picture: try fields.decodeIfPresent(PictureAnswer.self, forKey: .picture)?.picture
    )
    guard let content else {
      throw DecodingError.dataCorruptedError(
        forKey: .title,
        in: fields,
        debugDescription: "no texts of a profile"
      )
    }
    profile = Profile(
      content,
      version: try fields.decode(Int.self, forKey: .version),
      changedAt: try fields.decodeIfPresent(TimeAnswer.self, forKey: .changedAt)?.time
    )
  }
}

/// A picture of an answer.
struct PictureAnswer: Decodable, Sendable {
  let picture: Picture

  private enum CodingKeys: CodingKey { case id, text, address, author, authorAddress, source }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? {
      try fields.decodeIfPresent(String.self, forKey: key)
    }
    guard let id = PhotoID(try fields.decode(String.self, forKey: .id)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .id,
        in: fields,
        debugDescription: "no ID of a photo"
      )
    }
    var attribution: Attribution?
    if let author = try text(.author), let source = try text(.source) {
      attribution = Attribution(
        author: author,
        address: try text(.authorAddress).flatMap { WebAddress($0) },
        source: source
      )
    }
    picture = Picture(
      id: id,
      text: try text(.text),
      address: try text(.address).flatMap { WebAddress($0) },
      attribution: attribution
    )
  }
}
#endif
