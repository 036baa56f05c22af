import Foundation
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
      return KindPlace(database.uri(), database: database)
    #endif
    }
  }

  /// Makes a place for a store that a failed run has left.
  ///
  /// - Parameter path: the path that the run was given.
  func makePlace(leftAt path: String) throws -> KindPlace {
    let place = try makePlace(path)
    #if Server
    try place.database?.restore(from: path + ".sql")
    #endif
    return place
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

  #if Server
  fileprivate let database: ClusterDatabase?

  fileprivate init(_ text: String, database: ClusterDatabase? = nil) {
    self.text = text
    self.database = database
  }
  #else
  fileprivate init(_ text: String) { self.text = text }
  #endif

  /// Keeps a database beyond the life of this value; a file stays by itself.
  ///
  /// - Parameter path: the path that the place was made with.
  func leave(at path: String) throws {
    #if Server
    guard let database else { return }
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try database.dump(to: path + ".sql")
    #endif
  }
}
