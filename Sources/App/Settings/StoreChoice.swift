import MonikerPresentation

/// The chosen kind and path of a store, and the setting that chose them.
struct StoreChoice {
  /// The kinds of store; their raw values precede the colon in a setting.
  enum Kind: String, CaseIterable {
    case memory, sqlite
    case propertyList = "plist"
  }

  static let variableName = "MONIKER_STORE"

  let kind: Kind

  /// The value and its source, for `moniker status`.
  let setting: Setting

  /// The path as given; nil if there was none.
  private let path: String?

  /// Whether the store is in the home of the stores, whose folders are made with those above it.
  var isInHome: Bool { path == nil }

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
    self.kind = kind
    self.path = kind == .memory ? nil : path
    setting = Setting(value: "\(kind.rawValue):\(path)", source: "flag")
  }

  private init(
    _ value: String,
    from source: String,
    wrong code: Problem.Code,
    saidAs name: String
  ) throws(Problem) {
    let parts = value.utf8.split(
      separator: UInt8(ascii: ":"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let path = parts.count == 2 ? String(Substring(parts[1])) : nil
    guard let kind = Kind(rawValue: String(Substring(parts[0]))), path != "",
      path?.utf8.last != UInt8(ascii: "/"), kind != .memory || path == nil
    else {
      throw Problem(
        code,
        "\"\(value)\" is not a store for \(name). "
          + "Give one of: memory, plist, plist:PATH, sqlite, sqlite:PATH."
      )
    }
    self.kind = kind
    self.path = path
    setting = Setting(value: value, source: source)
  }

  /// The absolute path of the store's file; nil for a store without one.
  func location(in environment: Environment) throws(Problem) -> String? {
    let home = Home(environment.variable)
    switch kind {
    case .memory: return nil
    case .propertyList where path == nil: return try home.path + "/moniker.plist"
    case .sqlite where path == nil: return try home.path + "/moniker.sqlite"
    case .propertyList, .sqlite:
      return try path.map { path throws(Problem) in
        try Self.refuseReservedName(path)
        return try environment.path(path)
      }
    }
  }

  /// Refuses a name that belongs to a file which another store has beside its own, and removes.
  private static func refuseReservedName(_ path: String) throws(Problem) {
    for suffix in ["-journal", "-wal", "-shm", ".lock"] where path.hasSuffix(suffix) {
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
