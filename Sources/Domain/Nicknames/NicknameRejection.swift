/// Why a text is not a nickname.
public enum NicknameRejection: Error, Hashable, Sendable {
  /// Nothing is left once white space is dropped.
  case empty

  /// A control character, a line or paragraph separator, or a noncharacter.
  ///
  /// `position` counts Unicode scalars from 1, outer white space left out.
  case disallowedCharacter(Unicode.Scalar, position: Int)

  /// More characters than ``NicknameRules/maximumCharacters``.
  case tooManyCharacters(Int, limit: Int)

  /// More bytes of UTF-8 than ``NicknameRules/maximumBytes``.
  case tooManyBytes(Int, limit: Int)
}
