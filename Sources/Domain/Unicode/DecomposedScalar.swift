/// A scalar of a decomposed text, with the properties that ordering and composition use repeatedly.
struct DecomposedScalar {
  /// The scalar in bits 0 to 20, its combining class in bits 21 to 28, whether it may compose in
  /// bit 29, and whether it is known to be plain in bit 30.
  private let bits: UInt32

  /// Reads a table entry, which has bits 0 to 29.
  init(tabled bits: Int) {
    self.bits = UInt32(truncatingIfNeeded: bits)
  }

  init(_ scalar: Unicode.Scalar, _ properties: ScalarProperties) {
    bits =
      scalar.value | UInt32(properties.combiningClass) << 21
      | (properties.quickCheck == .maybe ? 1 << 29 : 0)
  }

  /// A scalar of class 0 that composes with nothing before it.
  init(starter scalar: Unicode.Scalar, isPlain: Bool = false) {
    bits = scalar.value | (isPlain ? 1 << 30 : 0)
  }

  /// A Hangul vowel or final consonant.
  init(joining scalar: Unicode.Scalar) {
    bits = scalar.value | 1 << 29
  }

  var scalar: Unicode.Scalar { Unicode.Scalar(bits & 0x1F_FFFF) ?? "\u{FFFD}" }

  /// Canonical_Combining_Class.
  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 21) }

  /// Whether the scalar is the second one of a primary composite.
  var mayComposeWithPrevious: Bool { bits & 1 << 29 != 0 }

  /// Whether ``ScalarProperties/isPlain`` is known to be true and needs no look-up.
  var isKnownToBePlain: Bool { bits & 1 << 30 != 0 }
}
