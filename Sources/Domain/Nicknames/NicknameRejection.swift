/// That a text is not a nickname: why, and what would be one.
public struct NicknameRejection: Error, Hashable, Sendable {
  /// Why.
  public let reason: Reason

  /// The nearest text that is a nickname by the same policy; nil where there is none.
  public let suggestion: String?

  /// Makes the value.
  public init(_ reason: Reason, suggestion: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
  }

  /// The rule that a text breaks.
  public enum Reason: Error, Hashable, Sendable {
    /// Nothing is left once spaces are dropped.
    case empty

    /// A character that no nickname may hold, or none in that place.
    case disallowed(DisallowedScalar)

    /// The text still changes when the mappings have been applied four times (RFC 8266, section 4).
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
  /// The same about a text with more before it.
  func moved(by scalars: Int) -> Self {
    guard case .disallowed(let found) = self else { return self }
    return .disallowed(found.moved(by: scalars))
  }
}
