/// A precomposed Hangul syllable, composed and decomposed by arithmetic.
///
/// Source: the Unicode Standard, section 3.12, "Conjoining Jamo Behavior".
struct HangulSyllable {
  private static let base: UInt32 = 0xAC00
  private static let leadingBase: UInt32 = 0x1100
  private static let vowelBase: UInt32 = 0x1161
  /// One before the first final consonant: index 0 means that there is none.
  private static let trailingBase: UInt32 = 0x11A7
  private static let leadingCount: UInt32 = 19
  private static let vowelCount: UInt32 = 21
  private static let trailingCount: UInt32 = 28
  private static let count = leadingCount * vowelCount * trailingCount

  private let index: UInt32

  /// Returns nil if the scalar is not a precomposed syllable.
  init?(_ scalar: Unicode.Scalar) {
    let index = scalar.value &- Self.base
    guard index < Self.count else { return nil }
    self.index = index
  }

  /// The conjoining letters of the syllable; `trailing` is nil if it has no final consonant.
  var letters: (leading: Unicode.Scalar, vowel: Unicode.Scalar, trailing: Unicode.Scalar?) {
    let trailing = index % Self.trailingCount
    let vowel = index / Self.trailingCount % Self.vowelCount
    let leading = index / Self.trailingCount / Self.vowelCount
    return (
      Unicode.Scalar(Self.leadingBase + leading) ?? "\u{FFFD}",
      Unicode.Scalar(Self.vowelBase + vowel) ?? "\u{FFFD}",
      trailing == 0 ? nil : Unicode.Scalar(Self.trailingBase + trailing)
    )
  }

  /// Composes a leading consonant and a vowel, or a syllable without a final consonant and a final.
  ///
  /// - Returns: nil if the two scalars do not compose.
  static func composing(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let leading = first.value &- leadingBase
    let vowel = second.value &- vowelBase
    if leading < leadingCount, vowel < vowelCount {
      return Unicode.Scalar(base + (leading * vowelCount + vowel) * trailingCount)
    }
    let trailing = second.value &- trailingBase
    guard let syllable = Self(first), syllable.index % trailingCount == 0,
      trailing > 0, trailing < trailingCount
    else { return nil }
    return Unicode.Scalar(first.value + trailing)
  }
}
