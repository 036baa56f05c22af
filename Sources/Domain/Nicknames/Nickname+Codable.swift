/// The forms that stores keep.
///
/// A nickname is not judged again when it is decoded: decode only what a program of yours has encoded.
extension Nickname: Codable {
  private enum Key: CodingKey { case text, key, skeleton, shownSkeleton }

  /// Decodes all forms.
  public init(from decoder: any Decoder) throws {
    let forms = try decoder.container(keyedBy: Key.self)
    let nickname = Nickname(
      storedText: try forms.decode(String.self, forKey: .text),
      storedKey: try forms.decode(String.self, forKey: .key),
      storedSkeleton: try forms.decode(String.self, forKey: .skeleton),
      storedShownSkeleton: try forms.decode(String.self, forKey: .shownSkeleton)
    )
    guard let nickname else {
      throw DecodingError.dataCorrupted(at: decoder, "these are not the forms of a nickname")
    }
    self = nickname
  }

  /// Encodes all forms.
  public func encode(to encoder: any Encoder) throws {
    var forms = encoder.container(keyedBy: Key.self)
    try forms.encode(text, forKey: .text)
    try forms.encode(key.text, forKey: .key)
    try forms.encode(skeleton.text, forKey: .skeleton)
    try forms.encode(shownSkeleton.text, forKey: .shownSkeleton)
  }
}
