import Testing

@testable import MonikerDomain

/// The standard library has many of the tables' properties, from another source.
@Suite struct `The properties of scalars` {
  /// Every scalar that both the standard library's version of Unicode and the tables assign.
  static let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap { value in
    Unicode.Scalar(value).flatMap { $0.properties.age.map(\.major) ?? .max <= 17 ? $0 : nil }
  }

  @Test func `equal those of the standard library`() {
    for scalar in Self.scalars {
      let ours = ScalarProperties(scalar)
      let theirs = scalar.properties
      guard ours.combiningClass == theirs.canonicalCombiningClass.rawValue,
        ours.isSpaceSeparator == (theirs.generalCategory == .spaceSeparator),
        ours.isCased == theirs.isCased, ours.isCaseIgnorable == theirs.isCaseIgnorable,
        ours.isDefaultIgnorable == theirs.isDefaultIgnorableCodePoint,
        (ours.derived == .control) == (theirs.generalCategory == .control)
      else {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(ours)")
        return
      }
    }
  }

  @Test func `lower-case as the standard library does`() {
    for scalar in Self.scalars where scalar != "Σ" {
      let lowered = Lowercase.lowercased([scalar])
      guard lowered == Array(scalar.properties.lowercaseMapping.unicodeScalars) else {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(lowered)")
        return
      }
    }
  }

  /// The standard library offers canonical equivalence alone.
  @Test func `decompose to equivalents, and compose to themselves, unless compatible`() {
    for scalar in Self.scalars {
      let parts = NormalizationFormKC.decomposed([scalar])
      var composed = parts
      NormalizationFormKC.normalize(&composed)
      let isStable = ScalarProperties(scalar).quickCheck != .no
      guard (composed == [scalar]) == isStable,
        !isStable || String(scalars: parts) == String(scalar)
      else {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(parts), \(composed)")
        return
      }
    }
  }
}
