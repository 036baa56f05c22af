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

/// A store that several devices use by way of a service, with what belongs to it.
package struct OpenSharedStore: Sendable {
  package let store: any SharedStore

  /// The name of the store in its operator's terms.
  package let name: String

  /// Closes what the store has open.
  package let close: @Sendable () async -> Void

  package init(
    store: any SharedStore,
    name: String,
    close: @escaping @Sendable () async -> Void
  ) {
    self.store = store
    self.name = name
    self.close = close
  }
}

extension StoreLocation {
  /// Opens the store: the only code of the library that names the kinds of repository.
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

  /// Opens the store for a service.
  ///
  /// - Parameters:
  ///   - location: the path of the file; nil for a store without one.
  ///   - owner: sets the time and the new IDs.
  ///   - cachedSessions: for how many tokens a store in a file remembers what they prove; 0 for none.
  ///   - report: is called with the time that each change of a batch took; a store without files has none.
  /// - Returns: nil for a kind of store that cannot be shared.
  package func openShared(
    at location: String?,
    owner: StoreOwner,
    cachedSessions: Int = 0,
    report: @escaping @Sendable (_ waits: [Duration]) -> Void = { _ in }
  ) -> OpenSharedStore? {
    switch (kind, location) {
    case (.sqlite, let path?):
      let store = SQLiteRepository(
        path: path,
        owner: owner,
        makesParents: self.path == nil,
        mustStay: true,
        cachedSessions: cachedSessions,
        report: { report($0.waits) }
      )
      return OpenSharedStore(store: store, name: "sqlite:\(path)") { await store.close() }
    case (.memory, _):
      return OpenSharedStore(store: InMemoryRepository(owner: owner), name: "memory") {}
    case (.propertyList, _), (.sqlite, nil):
      return nil
    }
  }
}
