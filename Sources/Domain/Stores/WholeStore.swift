/// A store as a whole: what it holds, and what can take its place.
public struct WholeStore: Sendable {
  /// The store as its user knows it: its path, or its kind if it has none.
  public let name: String

  /// What it holds.
  public let archive: any StoreArchive

  /// Makes a store that is to take its place; nil for a store that has no place.
  public let staging: (any StagingStore)?

  /// Makes the value.
  public init(name: String, archive: any StoreArchive, staging: (any StagingStore)?) {
    self.name = name
    self.archive = archive
    self.staging = staging
  }

  /// What takes its place.
  ///
  /// - Throws: ``StoreError/noPlace(name:)``.
  func place() throws(StoreError) -> any StagingStore {
    guard let staging else { throw .noPlace(name: name) }
    return staging
  }

  /// Refuses a store that is in the same place.
  ///
  /// - Throws: ``StoreError/sameStore(location:)``.
  func refuse(_ other: WholeStore) throws(StoreError) {
    if let location = staging?.location, location == other.staging?.location {
      throw .sameStore(location: location)
    }
  }

  func summary() async throws(StoreError) -> StoreSummary {
    do { return try await archive.summary() } catch { throw .store(error) }
  }

  func defects() async throws(StoreError) -> [String] {
    do { return try await archive.defects() } catch { throw .store(error) }
  }
}
