extension Timestamp: Codable {
  /// Decodes milliseconds since 1970-01-01T00:00:00Z, which are clamped to ``range``.
  public init(from decoder: any Decoder) throws {
    self.init(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes milliseconds since 1970-01-01T00:00:00Z.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(millisecondsSince1970)
  }
}
