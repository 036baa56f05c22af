public import MonikerDomain

/// A store as a whole, as its user knows it.
public struct NamedStore: Sendable {
  /// Its kind and place.
  public let description: StoreDescription

  /// What it holds.
  public let archive: any StoreArchive

  /// Makes a store that is to take its place; nil for a store that has none.
  public let draft: (any StoreDraft)?

  /// Makes the value.
  public init(
    _ description: StoreDescription,
    archive: any StoreArchive,
    draft: (any StoreDraft)?
  ) {
    self.description = description
    self.archive = archive
    self.draft = draft
  }

  /// What takes its place.
  ///
  /// - Throws: ``Problem/Code/usage`` for a store that has none.
  func place() throws(Problem) -> any StoreDraft {
    guard let draft else {
      throw Problem(
        .usage,
        "The store \"\(description.kind)\" has no file. Choose another one with --store."
      )
    }
    return draft
  }

  /// How messages name it.
  var name: String { description.location?.visible ?? "memory" }
}
