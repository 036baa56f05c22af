public import MonikerDomain

extension InMemoryRepository: StoreArchive {
  /// See ``/MonikerDomain/StoreArchive/contents()``.
  public func contents() -> any StoreContents {
    RecordContents(state)
  }

  /// See ``/MonikerDomain/StoreArchive/summary()``.
  public func summary() -> StoreSummary {
    state.summary(version: nil, byteCount: nil)
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  public func defects() -> [String] {
    state.defects
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  public func salvage() -> StoreSalvage {
    StoreSalvage(contents: contents(), losses: [])
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  public func merge(_ records: [StoreRecord]) throws(StoreError) -> Int {
    let added = try state.merge(records, at: "memory")
    watching.subscribers.tell(state.snapshot)
    return added
  }
}

extension StoreState {
  /// Adds the records of another store, or none of them.
  mutating func merge(_ records: [StoreRecord], at location: String) throws(StoreError) -> Int {
    var merge = StoreMerge(into: IndexedState(self), at: location)
    let added: Result<Int, StoreError>
    do throws(StoreFailure) {
      added = try merge.add(records)
    } catch {
      throw .store(error)
    }
    let count = try added.get()
    self = merge.target.whole
    return count
  }
}
