/// Unicode's full toLowercase (the Unicode Standard, section 3.13, R2), independent of language.
///
/// This is lower-casing, not case folding: ß is unchanged, and a final sigma remains a final sigma.
enum Lowercase {
  /// The full lower-case mappings of the scalars, in their order.
  static func lowercased(_ scalars: some Collection<Unicode.Scalar>) -> [Unicode.Scalar] {
    var lowered: [Unicode.Scalar] = []
    lowered.reserveCapacity(scalars.count)
    forEach(in: scalars) { scalar, _ in lowered.append(scalar) }
    return lowered
  }

  /// Calls `body` with each scalar of the full lower-case mappings, in order, and its properties.
  @inline(__always)
  static func forEach(
    in scalars: some Collection<Unicode.Scalar>,
    _ body: (Unicode.Scalar, ScalarProperties) -> Void
  ) {
    var followsCased = false
    var rest = scalars.makeIterator()
    while let scalar = rest.next() {
      let properties = ScalarProperties(scalar)
      if !properties.hasLowercase {
        body(scalar, properties)
      } else if scalar == "Σ" {
        let isFinal = followsCased && !beginsCased(rest)
        give(isFinal ? "ς" : "σ", body)
      } else if scalar == "İ" {
        // The only unconditional mapping that SpecialCasing.txt adds.
        give("i", body)
        give("\u{307}", body)
      } else {
        give(simple(scalar), body)
      }
      if !properties.isCaseIgnorable { followsCased = properties.isCased }
    }
  }

  @inline(__always)
  private static func give(
    _ scalar: Unicode.Scalar,
    _ body: (Unicode.Scalar, ScalarProperties) -> Void
  ) {
    body(scalar, ScalarProperties(scalar))
  }

  /// Whether the next scalar that is not case-ignorable is cased.
  ///
  /// A scalar that is both cased and case-ignorable counts as case-ignorable, here and before the
  /// sigma, as in ICU, Python and Rust. Table 3-17 can be read differently.
  private static func beginsCased(_ rest: some IteratorProtocol<Unicode.Scalar>) -> Bool {
    var rest = rest
    while let scalar = rest.next() {
      let properties = ScalarProperties(scalar)
      if !properties.isCaseIgnorable { return properties.isCased }
    }
    return false
  }

  /// The simple mapping of a scalar that has one.
  private static func simple(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return Unicode.Scalar(UInt8(scalar.value) | 0x20) }
    guard let place = LowercaseTable.starts.lastPlace(notAbove: Int(scalar.value)) else {
      return scalar
    }
    let value = (Int(scalar.value) + LowercaseTable.shifts[place]) & 0x1F_FFFF
    return Unicode.Scalar(UInt32(value)) ?? scalar
  }
}
