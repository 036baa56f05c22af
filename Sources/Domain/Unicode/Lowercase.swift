/// Unicode's full toLowercase (the Unicode Standard, section 3.13, R2), in no particular language.
///
/// Lower-casing, not case folding: ß stays ß, and a final sigma stays one.
enum Lowercase {
  /// Puts each scalar's full lower-case mapping in its place.
  static func apply(to scalars: inout [Unicode.Scalar]) {
    var lowered: [Unicode.Scalar] = []
    lowered.reserveCapacity(scalars.count)
    var followsCased = false
    for (place, scalar) in scalars.enumerated() {
      if scalar == "Σ" {
        let isFinal = followsCased && !precedesCased(scalars[(place + 1)...])
        lowered.append(isFinal ? "ς" : "σ")
        followsCased = true
        continue
      }
      append(scalar, to: &lowered)
      let properties = ScalarProperties(scalar)
      if !properties.isCaseIgnorable { followsCased = properties.isCased }
    }
    scalars = lowered
  }

  /// Whether a cased scalar comes next, case-ignorable ones left out.
  ///
  /// What is both counts as case-ignorable, here and before the sigma, as in ICU, Python and Rust;
  /// Table 3-17 could be read otherwise.
  private static func precedesCased(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    for scalar in rest {
      let properties = ScalarProperties(scalar)
      if !properties.isCaseIgnorable { return properties.isCased }
    }
    return false
  }

  private static func append(_ scalar: Unicode.Scalar, to lowered: inout [Unicode.Scalar]) {
    // The only mapping without a condition that SpecialCasing.txt adds.
    if scalar == "İ" {
      lowered.append("i")
      lowered.append("\u{307}")
    } else {
      lowered.append(simple(scalar))
    }
  }

  private static func simple(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }
    guard ScalarProperties(scalar).hasLowercase,
      let place = LowercaseTable.starts.lastPlace(notAbove: Int(scalar.value))
    else { return scalar }
    let value = (Int(scalar.value) + LowercaseTable.shifts[place]) & 0x1F_FFFF
    return Unicode.Scalar(UInt32(value)) ?? scalar
  }
}
