/// A store as a whole: its content, and the means to replace it.
public struct WholeStore: Sendable {
  /// The name of the store in its user's terms: its path, or its kind if it has no path.
  public let name: String

  /// The port to its content.
  public let archive: any StoreArchive

  /// Stages a store that takes its place; nil if the store has no place.
  public let staging: (any StagingStore)?

  /// A text that is equal for all stores at one place, whatever their names; nil if the store has
  /// no place.
  public let identity: String?

  /// Creates the value.
  public init(
    name: String,
    archive: any StoreArchive,
    staging: (any StagingStore)?,
    identity: String?
  ) {
    self.name = name
    self.archive = archive
    self.staging = staging
    self.identity = identity
  }

  /// Returns the staging store for its place.
  ///
  /// - Throws: ``StoreError/noPlace(name:)``.
  func place() throws(StoreError) -> any StagingStore {
    guard let staging else { throw .noPlace(name: name) }
    return staging
  }

  /// Rejects a store at the same place.
  ///
  /// - Throws: ``StoreError/sameStore(location:)``.
  func refuse(_ other: WholeStore) throws(StoreError) {
    if let identity, identity == other.identity { throw .sameStore(location: other.name) }
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
