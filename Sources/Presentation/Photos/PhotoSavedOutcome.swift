import MonikerDomain

/// That a photo was saved in a file.
public struct PhotoSavedOutcome: Outcome, Hashable {
  let id: String
  let path: String
  let kept: String?

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - id: the ID of the photo.
  ///   - path: the file.
  ///   - kept: where an earlier file is kept that was replaced; nil if none was.
  public init(id: String, path: String, kept: String?) {
    self.id = id
    self.path = path
    self.kept = kept
  }

  /// A sentence with the file.
  public var text: String {
    let earlier = kept.map { " The earlier file is kept as \($0)." } ?? ""
    return "The photo \(id) is saved in \(path).\(earlier)"
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: CodingKey {
    case id, path, kept
  }

  /// Encodes `id`, `path` and `kept`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(path, forKey: .path)
    try container.encode(kept, forKey: .kept)
  }
}
