import MonikerData
import MonikerDomain
import MonikerDoubles
import Testing

/// The ways to select a durable store.
enum StoreForm: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// No option is given.
  case byDefault = "default"
  case sqlite
  case plist
  case sqliteAtPath = "sqlite:PATH"
  case plistAtPath = "plist:PATH"

  /// One form of each kind, for tests in which the form does not matter.
  static let kinds: [StoreForm] = [.byDefault, .plist]

  var isPropertyList: Bool { self == .plist || self == .plistAtPath }

  /// The name of the kind in `--json`.
  var kind: String { isPropertyList ? "plist" : "sqlite" }

  var testDescription: String { rawValue }

  /// The store's file in a home if no variable names another place.
  func file(in home: String) -> String {
    switch self {
    case .byDefault, .sqlite: "\(home)/.local/share/moniker/moniker.sqlite"
    case .plist: "\(home)/.local/share/moniker/moniker.plist"
    case .sqliteAtPath: "\(home)/else where/who.db"
    case .plistAtPath: "\(home)/else where/who.xml"
    }
  }

  /// The value of `--store`; nil if the option is omitted.
  func option(in home: String) -> String? {
    switch self {
    case .byDefault: nil
    case .sqlite, .plist: rawValue
    case .sqliteAtPath: "sqlite:" + file(in: home)
    case .plistAtPath: "plist:" + file(in: home)
    }
  }

  /// The store, opened by the library.
  func repository(at path: String) -> any Store {
    isPropertyList
      ? PropertyListRepository(path: path, owner: .test, makesParents: true)
      : SQLiteRepository(path: path, owner: .test, makesParents: true)
  }
}
