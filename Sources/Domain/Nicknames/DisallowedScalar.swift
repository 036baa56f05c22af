/// A Unicode scalar that is not allowed at its place in a nickname.
public struct DisallowedScalar: Hashable, Sendable {
  /// The scalar.
  public let scalar: Unicode.Scalar

  /// The typed scalar that led to it; it differs only if normalization changed it.
  public let typed: Unicode.Scalar

  /// The position of ``typed`` among the scalars of the typed text; the first position is 1.
  public let position: Int

  /// The rule that forbids it.
  public let rule: Rule

  /// The rules that reject a scalar: those of RFC 8264, section 8, and RFC 5892, appendix A, then
  /// those of ``NicknamePolicy``.
  public enum Rule: Hashable, Sendable, CaseIterable {
    /// A control character.
    case control
    /// An invisible character: Default_Ignorable_Code_Point.
    case ignorable
    /// Not assigned in Unicode 17.
    case unassigned
    /// A noncharacter.
    case noncharacter
    /// A letter of old Korean, or a conjoining letter that composition left over.
    case oldHangulJamo
    /// Disallowed by name (RFC 5892, section 2.6).
    case exception
    /// In no allowed category: private use, formatting, line separators.
    case other
    /// U+200C without a virama before it or joining letters around it.
    case zeroWidthNonJoiner
    /// U+200D without a virama before it.
    case zeroWidthJoiner
    /// U+00B7 that is not between two letters l.
    case middleDot
    /// U+0375 without a Greek character after it.
    case greekKeraia
    /// U+05F3 or U+05F4 without a Hebrew character before it.
    case hebrewPunctuation
    /// U+30FB in a text without Hiragana, Katakana and Han.
    case katakanaMiddleDot
    /// An Arabic-Indic digit in a text with extended Arabic-Indic digits.
    case arabicIndicDigit
    /// An extended Arabic-Indic digit in a text with Arabic-Indic digits.
    case extendedArabicIndicDigit
    /// A character that shows nothing but is not white space, by its name in Unicode.
    case blank
    /// A combining mark at the beginning: General_Category is M.
    case leadingMark
  }
}

extension DisallowedScalar {
  /// Returns the value with its position moved by the number of scalars before the text.
  func moved(by scalars: Int) -> Self {
    DisallowedScalar(scalar: scalar, typed: typed, position: position + scalars, rule: rule)
  }
}
