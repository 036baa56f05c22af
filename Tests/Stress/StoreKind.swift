import MonikerCluster
import MonikerContract
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerPostgreSQL

/// A kind of store that several processes use.
enum StoreKind: String, Sendable {
  case sqlite
  case plist
  #if Server
  case postgres
  #endif

  init(_ options: Options) throws {
    guard let kind = StoreKind(rawValue: try options.text("--store")) else {
      throw Options.Missing(name: "--store")
    }
    self = kind
  }

  var capabilities: Set<StoreCapability> {
    self == .plist ? .local.union([.isDurable]) : .local.union([.isDurable, .keepsCredentials])
  }

  /// What the numbers of its events say.
  var numbers: EventNumbers {
    switch self {
    case .sqlite, .plist: .consecutive
    #if Server
    case .postgres: .ascendingByAccount
    #endif
    }
  }

  /// Makes a place for a store.
  ///
  /// - Parameter path: the path of the file, for a store that keeps one.
  func makePlace(_ path: String) throws -> KindPlace {
    switch self {
    case .sqlite, .plist: return KindPlace(path)
    #if Server
    case .postgres:
      let database = try PostgreSQLCluster.shared.get().makeDatabase()
      return KindPlace(database.uri(), kept: database)
    #endif
    }
  }

  /// Opens the store at the text of a place.
  func open(_ place: String) -> any Store {
    switch self {
    case .sqlite: return SQLiteRepository(path: place, owner: .test)
    case .plist: return PropertyListRepository(path: place, owner: .test)
    #if Server
    case .postgres:
      guard let address = PostgreSQLAddress(place) else {
        preconditionFailure("\(place) is not the address of a database")
      }
      return PostgreSQLRepository(address, owner: .test, clock: .owner, poolSize: 2)
    #endif
    }
  }
}

/// A place of a store: a file, or a database while this value lives.
final class KindPlace: Sendable {
  /// By which another process opens the store.
  let text: String

  private let kept: (any AnyObject & Sendable)?

  init(_ text: String, kept: (any AnyObject & Sendable)? = nil) {
    self.text = text
    self.kept = kept
  }
}
