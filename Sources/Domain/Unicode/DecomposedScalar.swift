/// A scalar of a decomposed text, with what ordering and composing it ask again and again.
struct DecomposedScalar {
  /// The scalar in bits 0 to 20, its combining class in 21 to 28, whether it may compose in 29.
  private let bits: UInt32

  init(_ scalar: Unicode.Scalar) {
    // No scalar below the first combining mark has a class or composes with what precedes it.
    guard scalar.value >= 0x300 else {
      bits = scalar.value
      return
    }
    let properties = ScalarProperties(scalar)
    bits =
      scalar.value | UInt32(properties.combiningClass) << 21
      | (properties.quickCheck == .maybe ? 1 << 29 : 0)
  }

  var scalar: Unicode.Scalar { Unicode.Scalar(bits & 0x1F_FFFF) ?? "\u{FFFD}" }

  /// Canonical_Combining_Class.
  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 21) }

  /// Whether the scalar is the second one of a primary composite.
  var mayComposeWithPrevious: Bool { bits & 1 << 29 != 0 }
}
