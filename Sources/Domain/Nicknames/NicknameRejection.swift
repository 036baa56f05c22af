/// The reason why a text is not a nickname, and a suggestion.
public struct NicknameRejection: Error, Hashable, Sendable {
  /// The rule that the text breaks.
  public let reason: Reason

  /// The nearest text that is a nickname under the same policy; nil if there is none.
  public let suggestion: String?

  /// Creates the value.
  public init(_ reason: Reason, suggestion: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
  }

  /// The rule that a text breaks.
  public enum Reason: Error, Hashable, Sendable {
    /// The text is empty after spaces are dropped.
    case empty

    /// A character that is not allowed in a nickname, or not at its place.
    case disallowed(DisallowedScalar)

    /// The text still changes after four applications of the mappings (RFC 8266, section 4).
    case unstable

    /// More characters (extended grapheme clusters) than ``NicknamePolicy/maximumCharacters``.
    case tooManyCharacters(Int, limit: Int)

    /// More bytes of UTF-8 than ``NicknamePolicy/maximumBytes``.
    case tooManyBytes(Int, limit: Int)

    /// A reserved nickname, or one that looks like it.
    case reserved(String)
  }
}

extension NicknameRejection.Reason {
  /// Returns the reason with its position moved by the number of scalars before the text.
  func moved(by scalars: Int) -> Self {
    guard case .disallowed(let found) = self else { return self }
    return .disallowed(found.moved(by: scalars))
  }
}
