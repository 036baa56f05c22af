/// A Unicode scalar that may not stand where it stands in a nickname.
public struct DisallowedScalar: Hashable, Sendable {
  /// The scalar.
  public let scalar: Unicode.Scalar

  /// What the person typed that led to it; the same scalar, but for what normalization changes.
  public let typed: Unicode.Scalar

  /// Where that stands among the scalars of what was typed, from 1 on.
  public let position: Int

  /// The rule that forbids it.
  public let rule: Rule

  /// The rules of RFC 8264, section 8, and RFC 5892, appendix A, by which a scalar is refused.
  public enum Rule: Hashable, Sendable, CaseIterable {
    /// A control character.
    case control
    /// Invisible: Default_Ignorable_Code_Point.
    case ignorable
    /// No character as of Unicode 17.
    case unassigned
    /// A noncharacter.
    case noncharacter
    /// A letter of old Korean, or one that is left over when syllables have been composed.
    case oldHangulJamo
    /// Disallowed by name (RFC 5892, section 2.6).
    case exception
    /// Of none of the allowed categories: private use, formatting, line separators.
    case other
    /// U+200C without a virama before it or joining letters around it.
    case zeroWidthNonJoiner
    /// U+200D without a virama before it.
    case zeroWidthJoiner
    /// U+00B7 that is not between two l.
    case middleDot
    /// U+0375 without a Greek character after it.
    case greekKeraia
    /// U+05F3 or U+05F4 without a Hebrew character before it.
    case hebrewPunctuation
    /// U+30FB in a text without Hiragana, Katakana and Han.
    case katakanaMiddleDot
    /// An Arabic-Indic digit in a text with extended ones.
    case arabicIndicDigit
    /// An extended Arabic-Indic digit in a text with the other ones.
    case extendedArabicIndicDigit
  }
}

extension DisallowedScalar {
  /// The same in a text with more before it.
  func moved(by scalars: Int) -> Self {
    DisallowedScalar(scalar: scalar, typed: typed, position: position + scalars, rule: rule)
  }
}
