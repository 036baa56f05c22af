/// The Nickname profile of PRECIS: RFC 8266, over the FreeformClass of RFC 8264, by Unicode 17.
///
/// Neither form knows limits: those are a ``NicknamePolicy``'s. Both take time linear in the text.
public enum NicknameProfile {
  /// The form in which a text is stored and shown (RFC 8266, section 2.3).
  ///
  /// - Throws: ``NicknameRejection/Reason`` for the first rule that the text breaks.
  public static func enforce(_ text: String) throws(NicknameRejection.Reason) -> String {
    try apply(to: text, lowercasing: false)
  }

  /// The form by which texts are compared (RFC 8266, section 2.4).
  ///
  /// - Throws: ``NicknameRejection/Reason`` for the first rule that the text breaks.
  public static func comparisonForm(
    of text: String
  ) throws(NicknameRejection.Reason) -> String {
    try apply(to: text, lowercasing: true)
  }

  private static func apply(
    to text: String,
    lowercasing: Bool
  ) throws(NicknameRejection.Reason) -> String {
    if isSettled(text.unicodeScalars, lowercasing: lowercasing) { return text }
    let scalars = try stable(Array(text.unicodeScalars), lowercasing: lowercasing)
    guard !scalars.isEmpty else { throw .empty }
    // RFC 8264, section 7: the class is checked last, on what the mappings have led to.
    if let violation = FreeformClass.firstViolation(in: scalars) {
      throw .disallowed(DisallowedScalar(violation, in: scalars, typed: text))
    }
    return String(scalars: scalars)
  }

  /// How many further times the rules may be applied until nothing changes any more.
  private static let furtherApplications = 3

  /// The mappings, applied until they change nothing more (RFC 8266, section 4).
  private static func stable(
    _ scalars: [Unicode.Scalar],
    lowercasing: Bool
  ) throws(NicknameRejection.Reason) -> [Unicode.Scalar] {
    var present = mapped(scalars, lowercasing: lowercasing)
    for _ in 0..<furtherApplications {
      if isSettled(present, lowercasing: lowercasing) { return present }
      let next = mapped(present, lowercasing: lowercasing)
      if next == present { return present }
      present = next
    }
    throw .unstable
  }

  private static func mapped(
    _ scalars: [Unicode.Scalar],
    lowercasing: Bool
  ) -> [Unicode.Scalar] {
    var mapped = mappingSpaces(scalars)
    if lowercasing { Lowercase.apply(to: &mapped) }
    NormalizationFormKC.normalize(&mapped)
    return mapped
  }

  /// Drops the spaces at both ends and puts one U+0020 in the place of each run within.
  private static func mappingSpaces(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var mapped: [Unicode.Scalar] = []
    mapped.reserveCapacity(scalars.count)
    var followsSpaces = false
    for scalar in scalars {
      if ScalarProperties(scalar).isSpaceSeparator {
        followsSpaces = true
        continue
      }
      if followsSpaces, !mapped.isEmpty { mapped.append(" ") }
      followsSpaces = false
      mapped.append(scalar)
    }
    return mapped
  }

  /// Whether it can be seen at once that a text is allowed and that nothing changes in it.
  ///
  /// Most names are settled: they cost one look at each scalar and no memory.
  private static func isSettled(
    _ scalars: some Sequence<Unicode.Scalar>,
    lowercasing: Bool
  ) -> Bool {
    // A space is fine between two characters, so the start of the text counts as a space.
    var followsSpace = true
    for scalar in scalars {
      if scalar == " " {
        if followsSpace { return false }
        followsSpace = true
        continue
      }
      followsSpace = false
      let properties = ScalarProperties(scalar)
      guard properties.isPlain, !(lowercasing && properties.hasLowercase) else { return false }
    }
    return !followsSpace
  }
}

extension String {
  /// Makes the text of some scalars.
  init(scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
