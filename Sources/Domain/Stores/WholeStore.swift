/// A store as a whole: its content, and the means to replace it.
public struct WholeStore: Sendable {
  /// The name of the store in its user's terms: its path, or its kind if it has no path.
  public let name: String

  /// The port to its content.
  public let archive: any StoreArchive

  /// Stages a store that takes its place; nil if the store has no place.
  public let staging: (any StagingStore)?

  /// Returns a text for each file that the store uses, equal for all names of the file; empty if the
  /// store has no place.
  private let files: @Sendable () -> Set<String>

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - name: see ``name``.
  ///   - archive: see ``archive``.
  ///   - staging: see ``staging``.
  ///   - files: returns a text for each file that the store uses, equal for all names of the file;
  ///     empty if the store has no place.
  public init(
    name: String,
    archive: any StoreArchive,
    staging: (any StagingStore)?,
    files: @escaping @Sendable () -> Set<String>
  ) {
    self.name = name
    self.archive = archive
    self.staging = staging
    self.files = files
  }

  /// Returns the staging store for its place.
  ///
  /// - Throws: ``StoreError/noPlace(name:)``.
  func place() throws(StoreError) -> any StagingStore {
    guard let staging else { throw .noPlace(name: name) }
    return staging
  }

  /// Returns whether a file, named by a text as for the store's own, is one of them.
  package func uses(_ file: String) -> Bool {
    files().contains(file)
  }

  /// Rejects a store at the same place, or one that shares a file with this one.
  ///
  /// - Throws: ``StoreError/sameStore(location:)``.
  func refuse(_ other: WholeStore) throws(StoreError) {
    guard files().isDisjoint(with: other.files()) else {
      throw .sameStore(location: other.name)
    }
  }

  package func summary() async throws(StoreError) -> StoreSummary {
    do { return try await archive.summary() } catch { throw .store(error) }
  }

  /// Returns the size of a store that exists.
  ///
  /// - Throws: ``StoreError/store(_:)`` with ``StoreFailure/Reason/unreachable`` if nothing is at
  ///   its place.
  package func existing() async throws(StoreError) -> StoreSummary {
    let summary = try await summary()
    guard staging == nil || summary.version != nil || summary.byteCount != nil else {
      throw .store(StoreFailure(.unreachable, at: name, detail: "there is no such file"))
    }
    return summary
  }

  /// Returns the content of a store that exists, and the number of its records.
  ///
  /// - Throws: as ``existing()``.
  package func contents() async throws(StoreError) -> (any StoreContents, total: Int) {
    let total = try await existing().recordCount
    do { return (try await archive.contents(), total) } catch { throw .store(error) }
  }

  /// Returns the defects of a store that exists.
  ///
  /// - Throws: as ``existing()``.
  package func defects() async throws(StoreError) -> [String] {
    let defects: [String]
    do { defects = try await archive.defects() } catch { throw .store(error) }
    // A damaged store exists, and may have no readable size.
    if defects.isEmpty { _ = try await existing() }
    return defects
  }
}
