public import MonikerDomain

/// An option, a variable or a project file that names the acting account in place of the active one.
public struct ActingAccountRule: Hashable, Sendable {
  /// Where a rule comes from, the strongest first.
  public enum Source: Hashable, Sendable {
    /// The option `--as`.
    case flag
    /// An environment variable.
    case variable(String)
    /// A file in this folder or one above it, by its path.
    case projectFile(String)
  }

  /// Where the rule comes from.
  public let source: Source

  /// The nickname of the acting account.
  public let nickname: NicknameReference

  /// Makes the value.
  public init(_ source: Source, naming nickname: NicknameReference) {
    self.source = source
    self.nickname = nickname
  }

  /// The source as part of a sentence.
  var saidBy: String {
    switch source {
    case .flag: "the option --as"
    case .variable(let name): "the variable \(name)"
    case .projectFile(let path): "the file \(path)"
    }
  }

  /// The source in JSON.
  var sourceName: String {
    switch source {
    case .flag: "flag"
    case .variable(let name): name
    case .projectFile: "projectFile"
    }
  }

  /// The path of the project file; nil for another source.
  var file: String? {
    if case .projectFile(let path) = source { path } else { nil }
  }

  /// Whether the rule applies to later commands too.
  var isLasting: Bool { source != .flag }
}
