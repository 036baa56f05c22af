import MonikerContract
import MonikerData
import MonikerDomain
import MonikerDoubles

/// A kind of store that keeps a file.
enum StoreKind: String, Sendable {
  case sqlite
  case plist

  init(_ options: Options) throws {
    guard let kind = StoreKind(rawValue: try options.text("--store")) else {
      throw Options.Missing(name: "--store")
    }
    self = kind
  }

  var capabilities: Set<StoreCapability> {
    switch self {
    case .sqlite: .local.union([.isDurable, .keepsCredentials])
    case .plist: .local.union([.isDurable])
    }
  }

  func open(_ path: String) -> any Store {
    switch self {
    case .sqlite: SQLiteRepository(path: path, owner: .test)
    case .plist: PropertyListRepository(path: path, owner: .test)
    }
  }
}
