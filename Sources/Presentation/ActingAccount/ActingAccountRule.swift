public import MonikerDomain

/// An option, a variable or a project file that names the acting account in place of the active one.
public struct ActingAccountRule: Hashable, Sendable {
  /// Where the rule comes from.
  public let source: ActingAccountSource

  /// The source as part of a sentence, in the words of the front end, such as "the file /a/b".
  let saidBy: String

  /// The nickname of the acting account.
  public let nickname: NicknameReference

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - source: where the rule comes from.
  ///   - words: the source as part of a sentence, such as "the file /a/b".
  ///   - nickname: the nickname of the acting account.
  public init(
    _ source: ActingAccountSource,
    called words: String,
    naming nickname: NicknameReference
  ) {
    self.source = source
    saidBy = words.printable
    self.nickname = nickname
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
