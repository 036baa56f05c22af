import MonikerData
import MonikerDomain
import Testing

/// The ways in which a durable store can be asked for.
enum StoreForm: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// Nothing is said.
  case byDefault = "default"
  case sqlite
  case plist
  case sqliteAtPath = "sqlite:PATH"
  case plistAtPath = "plist:PATH"

  /// One of each kind, for tests in which the way does not matter.
  static let kinds: [StoreForm] = [.byDefault, .plist]

  var isPropertyList: Bool { self == .plist || self == .plistAtPath }

  /// What `--json` calls the kind.
  var kind: String { isPropertyList ? "plist" : "sqlite" }

  var testDescription: String { rawValue }

  /// The file in a home where no variable names another place.
  func file(in home: String) -> String {
    switch self {
    case .byDefault, .sqlite: "\(home)/.local/share/moniker/moniker.sqlite"
    case .plist: "\(home)/.local/share/moniker/moniker.plist"
    case .sqliteAtPath: "\(home)/else where/who.db"
    case .plistAtPath: "\(home)/else where/who.xml"
    }
  }

  /// The value of `--store`; nil where it is left out.
  func option(in home: String) -> String? {
    switch self {
    case .byDefault: nil
    case .sqlite, .plist: rawValue
    case .sqliteAtPath: "sqlite:" + file(in: home)
    case .plistAtPath: "plist:" + file(in: home)
    }
  }

  /// The store as the library opens it.
  func repository(at path: String) -> any Store {
    isPropertyList ? PropertyListRepository(path: path) : SQLiteRepository(path: path)
  }
}
