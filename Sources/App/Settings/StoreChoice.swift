import Moniker
import MonikerPresentation

/// The chosen kind and path of a store, and the setting that chose them.
struct StoreChoice {
  typealias Kind = StoreLocation.Kind

  static let variableName = StoreRules.storeVariable

  /// The kind, and the path as given.
  let place: StoreLocation

  /// The value and its source, for `moniker status`.
  let setting: Setting

  var kind: Kind { place.kind }

  /// Whether the store is in the home of the stores, whose folders are made with those above it.
  var isInHome: Bool { place.path == nil }

  /// Chooses by the option, else by the variable, else by default.
  ///
  /// - Throws: `usage` for a bad option, `configuration` for a bad variable.
  init(flag: String?, _ environment: Environment) throws(Problem) {
    if let flag {
      try self.init(flag, from: "flag", wrong: .usage, saidAs: "--store")
    } else if let value = try environment.variable(Self.variableName) {
      try self.init(
        value,
        from: Self.variableName,
        wrong: .configuration,
        saidAs: "the variable \(Self.variableName)"
      )
    } else {
      try self.init("sqlite", from: "default", wrong: .failure, saidAs: "the default")
    }
  }

  /// Chooses by the value of another option than `--store`.
  ///
  /// - Throws: `usage` for a bad value.
  init(_ value: String, asValueOf option: String) throws(Problem) {
    try self.init(value, from: "flag", wrong: .usage, saidAs: option)
  }

  /// Chooses a kind of store at an absolute path.
  init(_ kind: Kind, at path: String) {
    place = StoreLocation(kind, path: kind == .memory ? nil : path)
    setting = Setting(value: "\(kind.rawValue):\(path)", source: "flag")
  }

  private init(
    _ value: String,
    from source: String,
    wrong code: Problem.Code,
    saidAs name: String
  ) throws(Problem) {
    guard let place = StoreLocation(setting: value) else {
      throw Problem(
        code,
        "\"\(value)\" is not a store for \(name). "
          + "Give one of: memory, plist, plist:PATH, sqlite, sqlite:PATH."
      )
    }
    self.place = place
    setting = Setting(value: value, source: source)
  }

  /// The absolute path of the store's file; nil for a store without one.
  func location(in environment: Environment) throws(Problem) -> String? {
    guard let name = place.fileName else { return nil }
    guard let path = place.path else {
      return try Home(environment.variable).path + "/" + name
    }
    try Self.refuseReservedName(path)
    return try environment.path(path)
  }

  /// Refuses a name that belongs to a file which another store has beside its own, and removes.
  private static func refuseReservedName(_ path: String) throws(Problem) {
    if let suffix = StoreLocation.reservedEnd(of: path) {
      throw Problem(
        .usage,
        "The name of a store must not end with \(suffix): other stores have such files beside "
          + "their own. Choose another name for \(path)."
      )
    }
  }
}

extension Environment {
  /// The absolute path of a file.
  func path(_ path: String) throws(Problem) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    // A shell does not expand the ~ in `--store=sqlite:~/x`; a folder named "~" is unlikely.
    if path.hasPrefix("~/"), let home = try variable("HOME") {
      return home + path.dropFirst()
    }
    guard let folder = workingFolder() else {
      throw Problem(
        .storeUnreachable,
        "The path \(path) is relative, and the working folder cannot be determined. "
          + "Give an absolute path."
      )
    }
    return (folder == "/" ? "" : folder) + "/" + path
  }
}
