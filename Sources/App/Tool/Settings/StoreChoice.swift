import Moniker
package import MonikerPresentation

/// The setting that names the store of a command, before it is known what it names.
package struct StoreSetting: Sendable {
  static let variableName = StoreRules.storeVariable

  /// The value as given.
  package let value: String

  /// What has the value, for `moniker status`.
  let source: String

  /// What a wrong value is.
  package let wrong: Problem.Code

  /// What has the value, in a sentence.
  package let saidAs: String

  /// The value of the option, else of the variable, else the default.
  ///
  /// - Throws: `configuration` for a variable that is not UTF-8.
  init(flag: String?, _ environment: Environment) throws(Problem) {
    if let flag {
      self.init(value: flag, source: "flag", wrong: .usage, saidAs: "--store")
    } else if let value = try environment.variable(Self.variableName) {
      self.init(
        value: value,
        source: Self.variableName,
        wrong: .configuration,
        saidAs: "the variable \(Self.variableName)"
      )
    } else {
      self.init(value: "sqlite", source: "default", wrong: .failure, saidAs: "the default")
    }
  }

  init(value: String, source: String, wrong: Problem.Code, saidAs: String) {
    self.value = value
    self.source = source
    self.wrong = wrong
    self.saidAs = saidAs
  }

  /// Whether it names a service, rightly or wrongly.
  var namesService: Bool {
    value.utf8.starts(with: "https:".utf8) || value.utf8.starts(with: "http:".utf8)
  }

  /// The value and its source, for `moniker status`.
  var shown: Setting { Setting(value: value, source: source) }
}

/// The chosen kind and path of a store that is no service's.
struct StoreChoice {
  typealias Kind = StoreLocation.Kind

  /// The kind, and the path as given.
  let place: StoreLocation

  var kind: Kind { place.kind }

  /// Whether the store is in the home of the stores, whose folders are made with those above it.
  var isInHome: Bool { place.path == nil }

  /// Chooses by the value of another option than `--store`.
  ///
  /// - Throws: `usage` for a bad value.
  init(_ value: String, asValueOf option: String) throws(Problem) {
    let setting = StoreSetting(value: value, source: "flag", wrong: .usage, saidAs: option)
    guard !setting.namesService else {
      throw Problem(
        .usage,
        "\"\(value)\" is a service, whose store its operator copies as a whole: "
          + "moniker-server store copy."
      )
    }
    try self.init(setting)
  }

  /// Chooses a kind of store at an absolute path.
  init(_ kind: Kind, at path: String) {
    place = StoreLocation(kind, path: kind == .memory ? nil : path)
  }

  /// Reads a setting.
  ///
  /// - Throws: `usage` for a bad option, `configuration` for a bad variable.
  init(_ setting: StoreSetting) throws(Problem) {
    guard let place = StoreLocation(setting: setting.value) else {
      throw Problem(
        setting.wrong,
        "\"\(setting.value)\" is not a store for \(setting.saidAs). "
          + "Give one of: memory, plist, plist:PATH, sqlite, sqlite:PATH, https://HOST."
      )
    }
    self.place = place
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
