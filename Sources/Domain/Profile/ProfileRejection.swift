/// The reason why a text cannot be part of a profile.
public struct ProfileRejection: Error, Hashable, Sendable {
  /// A text of a profile.
  public enum Field: String, Hashable, Sendable {
    /// The title.
    case title
    /// The description.
    case description
  }

  /// The rule that a text breaks.
  public enum Reason: Hashable, Sendable {
    /// A character that cannot be shown in a line of text; its line and its place in the line, in
    /// Unicode scalars, both from 1.
    case disallowed(Unicode.Scalar, line: Int, column: Int)

    /// More characters (extended grapheme clusters) than the limit.
    case tooManyCharacters(Int, limit: Int)

    /// More bytes of UTF-8 than the limit.
    case tooManyBytes(Int, limit: Int)
  }

  /// The text.
  public let field: Field

  /// The rule that it breaks.
  public let reason: Reason

  /// Creates the value.
  public init(_ field: Field, _ reason: Reason) {
    self.field = field
    self.reason = reason
  }
}
