/// The FreeformClass of RFC 8264: which characters may stand in a text, and where.
enum FreeformClass {
  /// A scalar that does not belong where it stands.
  struct Violation {
    /// Its place in the text that was checked, from 0 on.
    let place: Int
    let rule: DisallowedScalar.Rule
  }

  /// The first scalar that does not belong where it stands; nil if all do.
  ///
  /// It takes linear time: what asks about the whole text asks once.
  static func firstViolation(in scalars: [Unicode.Scalar]) -> Violation? {
    var context = Context(scalars)
    for (place, scalar) in scalars.enumerated() {
      if let rule = violation(by: scalar, at: place, in: &context) {
        return Violation(place: place, rule: rule)
      }
    }
    return nil
  }

  /// Whether the scalar is disallowed wherever it stands.
  static func neverAllows(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarProperties(scalar).derived {
    case .valid, .freeformValid, .contextJ, .contextO: false
    default: true
    }
  }

  private static func violation(
    by scalar: Unicode.Scalar,
    at place: Int,
    in context: inout Context
  ) -> DisallowedScalar.Rule? {
    switch ScalarProperties(scalar).derived {
    case .valid, .freeformValid: nil
    case .contextJ, .contextO: context.violation(by: scalar, at: place)
    case .unassigned: .unassigned
    case .exception: .exception
    case .oldHangulJamo: .oldHangulJamo
    case .ignorable: .ignorable
    case .noncharacter: .noncharacter
    case .control: .control
    case .other: .other
    }
  }
}
