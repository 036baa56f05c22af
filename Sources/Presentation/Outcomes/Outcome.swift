import FoundationEssentials

/// What a command has to show when it succeeds: a value, which is shown as text or as JSON.
public protocol Outcome: Encodable, Sendable {
  /// For a person: one line or several, without the last line feed.
  var text: String { get }

  /// Whether the text only confirms what was asked for, so that a quiet command can leave it out.
  var isConfirmation: Bool { get }

  /// What the outcome amounts to for a script, where that is not success.
  var problemCode: Problem.Code? { get }
}

extension Outcome {
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
      return escapingControls(in: String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw Problem(.failure, "The answer has no form in JSON: \(error)")
    }
  }

  /// JSON (RFC 8259, section 7) lets U+007F to U+009F stand, which a terminal would obey.
  private static func escapingControls(in document: String) -> String {
    guard document.unicodeScalars.contains(where: isRawControl) else { return document }
    return document.unicodeScalars.reduce(into: "") { escaped, scalar in
      if isRawControl(scalar) {
        escaped += "\\u\(scalar.hexadecimal)"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isRawControl(_ scalar: Unicode.Scalar) -> Bool {
    ("\u{7F}"..."\u{9F}").contains(scalar)
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
