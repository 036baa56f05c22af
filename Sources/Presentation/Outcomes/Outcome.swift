import FoundationEssentials
import MonikerDomain

/// The result of a command, which is shown as text or as JSON.
public protocol Outcome: Encodable, Sendable {
  /// The text for a person, with times in UTC: one or more lines, without the last line feed.
  var text: String { get }

  /// The text for a person, with times in `zone`.
  func text(in zone: DisplayTimeZone) -> String

  /// What the person can do next.
  var remedies: [Remedy] { get }

  /// Whether programs read the text too: it is written unchanged unless it goes to a terminal.
  var isExact: Bool { get }

  /// Whether the text only confirms the request, so that `--quiet` leaves it out.
  var isConfirmation: Bool { get }

  /// The code that decides the exit status; nil for success.
  var problemCode: Problem.Code? { get }
}

extension Outcome {
  /// None, unless an outcome says otherwise.
  public var remedies: [Remedy] { [] }

  /// False, unless an outcome says otherwise.
  public var isExact: Bool { false }

  /// ``text``, unless an outcome says otherwise.
  public func text(in zone: DisplayTimeZone) -> String { text }

  /// The text to write: hidden characters are replaced by their code points, except in an exact text
  /// that does not go to a terminal.
  ///
  /// - Parameters:
  ///   - onTerminal: whether the text goes to a terminal.
  ///   - zone: the zone of the times.
  public func text(onTerminal: Bool, in zone: DisplayTimeZone) -> String {
    isExact && !onTerminal ? text(in: zone) : text(in: zone).visibleLines
  }

  /// Success, unless an outcome says otherwise.
  public var problemCode: Problem.Code? { nil }
}

/// A JSON document on one line, with sorted keys in camelCase and times in RFC 3339.
public enum JSONDocument {
  /// Encodes a value.
  ///
  /// - Throws: a ``Problem`` with the code `failure` if the value cannot be encoded.
  public static func text(_ value: some Encodable) throws(Problem) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return escapingHidden(in: String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw Problem(.failure, "The answer cannot be encoded as JSON: \(error)")
    }
  }

  /// Escapes hidden characters in a document, which keeps its meaning.
  ///
  /// JSON (RFC 8259, section 7) requires no escapes from U+007F on, although terminals obey or hide
  /// some of those characters.
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
  ///
  /// - Parameters:
  ///   - problem: the problem.
  ///   - message: its message with its remedies, in the words of the front end.
  public static func text(for problem: Problem, saying message: String) throws(Problem) -> String {
    try text(["error": ["code": problem.code.rawValue, "message": message]])
  }

  /// The document for a notice: `{"notice":{"message":…}}`.
  public static func text(forNotice message: String) throws(Problem) -> String {
    try text(["notice": ["message": message]])
  }
}
