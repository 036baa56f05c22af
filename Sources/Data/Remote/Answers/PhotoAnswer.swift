#if Server
import MonikerDomain

/// A photo of an answer.
struct PhotoAnswer: Decodable, Sendable {
  let photo: Photo

  /// Whether the service draws it from its ID.
  let isDrawn: Bool

  private enum CodingKeys: CodingKey { case thumbnail, page, svg }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func address(_ key: CodingKeys) throws -> WebAddress? {
      try fields.decodeIfPresent(String.self, forKey: key).flatMap { WebAddress($0) }
    }
    isDrawn = try fields.decodeIfPresent(String.self, forKey: .svg) != nil
    photo = Photo(
      picture: try PictureAnswer(from: decoder).picture,
      thumbnail: try address(.thumbnail),
      page: try address(.page)
    )
  }
}

/// A list of photos of an answer.
struct PhotosAnswer: Decodable, Sendable {
  let photos: [PhotoAnswer]
}
#endif
