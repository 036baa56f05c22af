public import MonikerDomain

/// Something that says whom a command is to act as, in place of whoever is active.
public struct ActingAccountRule: Hashable, Sendable {
  /// What says so, the strongest first.
  public enum Source: Hashable, Sendable {
    /// The option `--as`.
    case flag
    /// An environment variable.
    case variable(String)
    /// A file in this folder or one above it, by its path.
    case projectFile(String)
  }

  /// What says so.
  public let source: Source

  /// Who is meant.
  public let nickname: NicknameReference

  /// Makes the value.
  public init(_ source: Source, naming nickname: NicknameReference) {
    self.source = source
    self.nickname = nickname
  }

  /// What says so, in a sentence.
  var saidBy: String {
    switch source {
    case .flag: "the option --as"
    case .variable(let name): "the variable \(name)"
    case .projectFile(let path): "the file \(path)"
    }
  }

  /// What says so, in JSON.
  var sourceName: String {
    switch source {
    case .flag: "flag"
    case .variable(let name): name
    case .projectFile: "projectFile"
    }
  }

  /// The file that says so; nil if it is none.
  var file: String? {
    if case .projectFile(let path) = source { path } else { nil }
  }

  /// Whether it goes on deciding after this command.
  var isLasting: Bool { source != .flag }
}
