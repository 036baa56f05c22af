import FoundationEssentials

/// What a command has to show when it succeeds: a value, which is shown as text or as JSON.
public protocol Outcome: Encodable, Sendable {
  /// For a person: one line or several, without the last line feed.
  var text: String { get }

  /// Whether the text is an answer for programs, too, which get it to the letter.
  var isExact: Bool { get }

  /// Whether the text only confirms what was asked for, so that a quiet command can leave it out.
  var isConfirmation: Bool { get }

  /// What the outcome amounts to for a script, where that is not success.
  var problemCode: Problem.Code? { get }
}

extension Outcome {
  /// False, unless an outcome says otherwise.
  public var isExact: Bool { false }

  /// The text as it is written: what would not be seen, or only by what it does to a terminal, is
  /// spelled out, except where a program reads to the letter.
  public func text(onTerminal: Bool) -> String {
    isExact && !onTerminal ? text : text.visibleLines
  }

  /// Success, unless an outcome says otherwise.
  public var problemCode: Problem.Code? { nil }
}

/// One JSON document on one line: keys in camelCase and sorted, times in RFC 3339.
public enum JSONDocument {
  /// Encodes what a command has to show.
  ///
  /// - Throws: a ``Problem`` with the code `failure` if the value has no form in JSON.
  public static func text(_ value: some Encodable) throws(Problem) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return escapingHidden(in: String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw Problem(.failure, "The answer has no form in JSON: \(error)")
    }
  }

  /// JSON (RFC 8259, section 7) lets everything stand from U+007F on, also what a terminal would obey or
  /// not show; escaped, it means the same.
  private static func escapingHidden(in document: String) -> String {
    guard document.unicodeScalars.contains(where: \.isHidden) else { return document }
    return document.unicodeScalars.reduce(into: "") { escaped, scalar in
      guard scalar.isHidden else { return escaped.unicodeScalars.append(scalar) }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16, uppercase: true)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }

  /// The document for a problem: `{"error":{"code":…,"message":…}}`.
  public static func text(for problem: Problem) throws(Problem) -> String {
    try text(["error": problem.fields])
  }

  /// The document for what is said beside the answer: `{"notice":{"message":…}}`.
  public static func text(forNotice message: String) throws(Problem) -> String {
    try text(["notice": ["message": message]])
  }
}
