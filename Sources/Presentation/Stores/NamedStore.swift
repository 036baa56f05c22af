public import MonikerDomain

/// A store that can be copied, with its kind and path for messages.
public struct NamedStore: Sendable {
  /// Its kind and path.
  public let description: StoreDescription

  /// Its archive and its staging store.
  let whole: WholeStore

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - description: its kind and path.
  ///   - archive: reads and adds to its contents.
  ///   - staging: writes a store that replaces it; nil for a store without a file.
  ///   - identity: equal for all paths of one file; nil for a store without a file.
  public init(
    _ description: StoreDescription,
    archive: any StoreArchive,
    staging: (any StagingStore)?,
    identity: String?
  ) {
    self.description = description
    whole = WholeStore(
      name: description.name,
      archive: archive,
      staging: staging,
      identity: identity
    )
  }

  /// Its identity, as it was given.
  package var identity: String? { whole.identity }

  /// The name of the store in messages: its path, or its kind if it has none.
  var name: String { whole.name.visible }
}
