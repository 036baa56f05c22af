/// The properties of a Unicode scalar that the nickname rules use, as of Unicode 17.
///
/// The standard library has most of them, in the Unicode version of the toolchain that built the
/// program. A claim must not depend on that version.
struct ScalarProperties {
  private let record: Int

  init(_ scalar: Unicode.Scalar) {
    record = ScalarPropertyTable.records[ScalarPropertyTable.numbers[scalar]]
  }

  /// The derived property of RFC 8264, section 8.
  var derived: DerivedProperty { DerivedProperty(rawValue: record & 0xF) ?? .other }

  /// Canonical_Combining_Class.
  var combiningClass: UInt8 { UInt8(truncatingIfNeeded: record >> 4) }

  /// NFKC_Quick_Check.
  var quickCheck: QuickCheck { QuickCheck(rawValue: record >> 12 & 0b11) ?? .maybe }

  /// Joining_Type.
  var joiningType: JoiningType { JoiningType(rawValue: record >> 14 & 0b111) ?? .nonJoining }

  /// The script, as far as the contextual rules distinguish scripts.
  var script: ContextScript { ContextScript(rawValue: record >> 17 & 0b11) ?? .other }

  /// General_Category is Zs.
  var isSpaceSeparator: Bool { record & 1 << 19 != 0 }

  /// Whether a simple lower-case mapping exists.
  var hasLowercase: Bool { record & 1 << 20 != 0 }

  /// Cased.
  var isCased: Bool { record & 1 << 21 != 0 }

  /// Case_Ignorable.
  var isCaseIgnorable: Bool { record & 1 << 22 != 0 }

  /// Default_Ignorable_Code_Point.
  var isDefaultIgnorable: Bool { record & 1 << 23 != 0 }

  /// Whether the full compatibility decomposition differs from the scalar itself.
  var decomposes: Bool { record & 1 << 24 != 0 }

  /// General_Category is M.
  var isMark: Bool { record & 1 << 25 != 0 }

  /// Whether the name of the scalar says that it shows nothing, although it is not white space.
  var isBlank: Bool { record & 1 << 26 != 0 }

  /// Whether the full canonical decomposition differs from the scalar itself.
  var decomposesCanonically: Bool { record & 1 << 27 != 0 }

  /// Whether the scalar is allowed and unchanged in any position.
  ///
  /// A space is not plain, because its neighbours matter.
  var isPlain: Bool { record & Self.notPlain == 0 }

  /// Whether no preceding scalar affects this one in Normalization Form KC.
  var isBoundary: Bool { record & Self.notBoundary == 0 }

  /// Bits 4 to 13: the combining class, and a quick check other than "yes".
  private static let notBoundary = 0x3FF << 4

  /// Whether the scalar is allowed in any position.
  var isAllowedAnywhere: Bool { record & Self.notAllowed == 0 }

  /// Bits 1 to 3: any derived property other than `valid` and `freeformValid`.
  private static let notAllowed = 0b1110

  /// Not allowed, not a boundary, or a space (bit 19).
  private static let notPlain = notAllowed | notBoundary | 1 << 19
}

/// The derived properties of RFC 8264, section 8; DISALLOWED is divided by its reason.
enum DerivedProperty: Int {
  case valid, freeformValid, contextJ, contextO, unassigned
  case exception, oldHangulJamo, ignorable, noncharacter, control, other
}

/// The values of NFKC_Quick_Check.
enum QuickCheck: Int {
  case yes, no, maybe
}

/// The values of Joining_Type.
enum JoiningType: Int {
  case nonJoining, joinCausing, dualJoining, leftJoining, rightJoining, transparent
}

/// The scripts that the contextual rules of RFC 5892, appendix A, distinguish.
enum ContextScript: Int {
  case other, greek, hebrew, hiraganaKatakanaOrHan
}
