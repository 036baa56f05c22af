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

extension NicknameRejection.Reason {
  /// The same about a text with more before it.
  func moved(by scalars: Int) -> Self {
    guard case .disallowed(let found) = self else { return self }
    return .disallowed(found.moved(by: scalars))
  }
}

extension DisallowedScalar {
  fileprivate func moved(by scalars: Int) -> Self {
    DisallowedScalar(scalar: scalar, typed: typed, position: position + scalars, rule: rule)
  }

  /// Finds what was typed behind a violation in the form that it has led to.
  init(_ violation: FreeformClass.Violation, in scalars: [Unicode.Scalar], typed text: String) {
    let scalar = scalars[violation.place]
    self.scalar = scalar
    rule = violation.rule
    // The mappings drop, compose and reorder, but neither of that to a scalar that is refused: so
    // the same occurrence among what the typed scalars are decomposed to is the one.
    var earlier = scalars[..<violation.place].count { $0 == scalar }
    for (offset, candidate) in text.unicodeScalars.enumerated() {
      let found = NormalizationFormKC.decomposed(CollectionOfOne(candidate)).count { $0 == scalar }
      if earlier < found {
        typed = candidate
        position = offset + 1
        return
      }
      earlier -= found
    }
    typed = scalar
    position = violation.place + 1
  }
}
