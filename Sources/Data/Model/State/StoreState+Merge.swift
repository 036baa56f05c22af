package import MonikerDomain

extension StoreState {
  /// Adds the records of another store, or nothing.
  ///
  /// - Parameter location: the store, as failures name it.
  package mutating func merge(_ records: [StoreRecord], at location: String) throws(StoreError)
    -> Int
  {
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
