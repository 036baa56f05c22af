extension Identifier: Codable {
  /// Decodes the text form.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = Identifier(text) else {
      throw DecodingError.dataCorrupted(at: decoder, "\"\(text.printable)\" is not a UUID")
    }
    self = id
  }

  /// Encodes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension DecodingError {
  /// The error for a value that no entity has.
  static func dataCorrupted(at decoder: any Decoder, _ detail: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: detail))
  }
}
