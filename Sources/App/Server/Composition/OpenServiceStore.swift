#if Server
import ArgumentParser
import Moniker
import MonikerDomain
import MonikerModel
import MonikerPostgreSQL
import MonikerPresentation

extension ServiceStoreLocation {
  /// Opens the store for the service.
  ///
  /// - Parameters:
  ///   - owner: sets the time and the new IDs; a database sets the time itself.
  ///   - connections: the maximum number of connections to a database.
  ///   - cachedSessions: for how many tokens an SQLite store remembers what they prove; 0 for none.
  ///   - report: is called with the time that each change of a batch took.
  func open(
    owner: StoreOwner,
    connections: Int,
    cachedSessions: Int,
    report: @escaping @Sendable (_ waits: [Duration]) -> Void
  ) throws -> OpenSharedStore {
    switch self {
    case .postgreSQL(let address):
      let store = PostgreSQLRepository(
        address,
        owner: owner,
        poolSize: connections,
        report: { report($0.waits) }
      )
      return OpenSharedStore(store: store, name: "\(address)") { await store.close() }
    case .local(let location):
      let path = try StoreRules.location(of: location)
      guard
        let opened = location.openShared(
          at: path,
          owner: owner,
          cachedSessions: cachedSessions,
          report: report
        )
      else {
        throw ValidationError(StoreOptions.forms)
      }
      return opened
    }
  }

  /// Opens the store as a whole, for the operator.
  ///
  /// - Throws: `ValidationError` for a store in memory: another process has no part in it.
  func openWhole(owner: StoreOwner) throws -> WholeServiceStore {
    switch self {
    case .postgreSQL(let address):
      let store = PostgreSQLRepository(address, owner: owner, poolSize: 2)
      return WholeServiceStore(
        store: store,
        named: NamedStore(
          StoreDescription(kind: "postgresql", location: "\(address)"),
          archive: store,
          staging: PostgreSQLStagingStore(address),
          files: { ["\(address)"] }
        )
      ) { await store.close() }
    case .local(let location):
      guard let path = try StoreRules.location(of: location) else {
        throw ValidationError(
          "A store in memory ends with its service. Give sqlite, sqlite:PATH or postgres://ROLE@HOST/DATABASE."
        )
      }
      guard let opened = location.openShared(at: path, owner: owner) else {
        throw ValidationError(StoreOptions.forms)
      }
      return WholeServiceStore(
        store: opened.store,
        named: NamedStore(
          StoreDescription(kind: location.kind.rawValue, location: path),
          archive: opened.store,
          staging: location.open(at: path, owner: owner).staging,
          files: { [path] }
        ),
        close: opened.close
      )
    }
  }
}

/// A store of a service with its whole content, as its operator works on it.
struct WholeServiceStore {
  let store: any SharedStore

  let named: NamedStore

  /// Closes what the store has open.
  let close: @Sendable () async -> Void
}
#endif
