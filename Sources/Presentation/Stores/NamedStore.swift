public import MonikerDomain

/// A store as a whole, as its user knows it.
public struct NamedStore: Sendable {
  /// Its kind and place.
  public let description: StoreDescription

  /// What it holds, and what can take its place.
  let whole: WholeStore

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - description: its kind and place.
  ///   - archive: what it holds.
  ///   - staging: makes a store that is to take its place; nil for a store that has none.
  public init(
    _ description: StoreDescription,
    archive: any StoreArchive,
    staging: (any StagingStore)?
  ) {
    self.description = description
    let name = description.location ?? description.kind
    whole = WholeStore(name: name, archive: archive, staging: staging)
  }

  /// How messages name it.
  var name: String { whole.name.visible }
}
