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
  ///   - files: returns a text for each file that the store uses, equal for all names of the file;
  ///     empty for a store without a file.
  public init(
    _ description: StoreDescription,
    archive: any StoreArchive,
    staging: (any StagingStore)?,
    files: @escaping @Sendable () -> Set<String>
  ) {
    self.description = description
    whole = WholeStore(
      name: description.name,
      archive: archive,
      staging: staging,
      files: files
    )
  }

  /// Returns whether a file is one of those that the store uses.
  package func uses(_ file: String) -> Bool { whole.uses(file) }

  /// The name of the store in messages: its path, or its kind if it has none.
  var name: String { whole.name.visible }
}
