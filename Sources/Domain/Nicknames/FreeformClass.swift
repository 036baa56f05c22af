/// The FreeformClass of RFC 8264: the characters that a text may contain, and their contexts.
enum FreeformClass {
  /// A scalar that is not allowed at its place.
  struct Violation {
    /// The place in the checked text; the first place is 0.
    let place: Int
    let rule: DisallowedScalar.Rule
  }

  /// Returns the first scalar that is not allowed at its place; nil if all are allowed.
  ///
  /// The time is linear: facts about the whole text are computed once.
  static func firstViolation(in scalars: [Unicode.Scalar]) -> Violation? {
    var context = Context(scalars)
    for (place, scalar) in scalars.enumerated() {
      if let rule = violation(by: scalar, at: place, in: &context) {
        return Violation(place: place, rule: rule)
      }
    }
    return nil
  }

  /// Whether the scalar is disallowed at every place.
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
