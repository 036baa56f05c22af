/// The kind and path of a store.
public struct StoreDescription: Hashable, Sendable, Encodable {
  /// The kind of store: `memory`, `plist`, `sqlite`.
  public let kind: String

  /// The absolute path of its file; nil if it has none.
  public let location: String?

  /// Makes the value.
  public init(kind: String, location: String?) {
    self.kind = kind
    self.location = location
  }

  /// The name of the store: its path, or its kind if it has none.
  package var name: String { location ?? kind }

  private enum CodingKeys: CodingKey {
    case kind, location
  }

  /// Encodes `kind` and `location`; null for nil.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(location, forKey: .location)
  }
}
