/// The value of a setting and its source.
public struct Setting: Hashable, Sendable, Encodable {
  /// The value as given; nil if there is none.
  public let value: String?

  /// The source: `flag`, the name of a variable, or `default`; nil without a value.
  public let source: String?

  /// Makes the value.
  public init(value: String?, source: String?) {
    self.value = value
    self.source = source
  }

  private enum CodingKeys: CodingKey {
    case value, source
  }

  /// Encodes `value` and `source`; null for nil.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(source, forKey: .source)
  }
}
