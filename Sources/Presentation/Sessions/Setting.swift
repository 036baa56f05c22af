/// A value that the program was given, with where it comes from.
public struct Setting: Hashable, Sendable, Encodable {
  /// The value as it was given; nil if there is none.
  public let value: String?

  /// Where it comes from: `flag`, the name of a variable, or `default`; nil without a value.
  public let source: String?

  /// Makes the value.
  public init(value: String?, source: String?) {
    self.value = value
    self.source = source
  }

  private enum CodingKeys: CodingKey {
    case value, source
  }

  /// Encodes both, null where there is none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(source, forKey: .source)
  }
}
