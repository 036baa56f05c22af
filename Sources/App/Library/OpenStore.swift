import MonikerData
package import MonikerDomain
import MonikerModel

/// A store with what belongs to it.
package struct OpenStore: Sendable {
  package let store: any Store

  /// Stages a store that takes its place; nil if it has none.
  package let staging: (any StagingStore)?

  /// Closes the files of the store; the next use opens them again.
  package let close: @Sendable () async -> Void

  package init(
    store: any Store,
    staging: (any StagingStore)?,
    close: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.staging = staging
    self.close = close
  }
}

extension StoreLocation {
  /// Opens the store: the only code that names the kinds of repository.
  ///
  /// - Parameters:
  ///   - location: the path of the file; nil for a store without one.
  ///   - owner: sets the time and the new IDs.
  ///   - executor: the executor of blocking calls; nil for threads of the store's own.
  ///   - makesParents: whether the first write makes all folders of the path, and not only the last.
  package func open(
    at location: String?,
    owner: StoreOwner,
    executor: (any SerialExecutor)? = nil,
    makesParents: Bool = false
  ) -> OpenStore {
    switch (kind, location) {
    case (.propertyList, let path?):
      let store = PropertyListRepository(
        path: path,
        owner: owner,
        executor: executor,
        makesParents: makesParents
      )
      return OpenStore(
        store: store,
        staging: PropertyListStagingStore(path: path, makesParents: makesParents)
      )
    case (.sqlite, let path?):
      let store = SQLiteRepository(
        path: path,
        owner: owner,
        executor: executor,
        makesParents: makesParents
      )
      return OpenStore(
        store: store,
        staging: SQLiteStagingStore(path: path, makesParents: makesParents)
      ) { await store.close() }
    case (.memory, _), (_, nil):
      return OpenStore(store: InMemoryRepository(owner: owner), staging: nil)
    }
  }
}
