/// The Nickname profile of PRECIS: RFC 8266, over the FreeformClass of RFC 8264, by Unicode 17.
///
/// Neither form has a length limit; ``NicknamePolicy`` sets the limits. Both take time linear in
/// the text.
public enum NicknameProfile {
  /// Returns the form in which a text is stored and shown (RFC 8266, section 2.3).
  ///
  /// - Throws: ``NicknameRejection/Reason`` for the first rule that the text breaks.
  public static func enforce(_ text: String) throws(NicknameRejection.Reason) -> String {
    try apply(to: text, lowercasing: false)
  }

  /// Returns the form by which texts are compared (RFC 8266, section 2.4).
  ///
  /// - Throws: ``NicknameRejection/Reason`` for the first rule that the text breaks.
  public static func comparisonForm(
    of text: String
  ) throws(NicknameRejection.Reason) -> String {
    try apply(to: text, lowercasing: true)
  }

  /// Returns the comparison form of a text that was enforced.
  ///
  /// - Parameter typed: the text before it was enforced, in which a rejection gives its position.
  static func comparisonForm(
    of text: String,
    typed: String
  ) throws(NicknameRejection.Reason) -> String {
    try apply(to: text, lowercasing: true, typed: typed)
  }

  private static func apply(
    to text: String,
    lowercasing: Bool,
    typed: String? = nil
  ) throws(NicknameRejection.Reason) -> String {
    if let form = ASCIIForm.make(of: text, lowercasing: lowercasing) { return form }
    if Survey.isSettled(text, lowercasing: lowercasing) { return text }
    var mapped = mapped(text, lowercasing: lowercasing)
    for _ in 0..<furtherApplications {
      guard case .changing(let present) = mapped else { break }
      mapped = Self.mapped(present, lowercasing: lowercasing)
    }
    switch mapped {
    case .settled(let form): return form
    case .stable(let scalars): return try checked(scalars, typed: typed ?? text)
    case .changing: throw .unstable
    }
  }

  /// The maximum number of further applications until nothing changes (RFC 8266, section 4).
  private static let furtherApplications = 3

  /// The result of the mappings.
  private enum Mapped {
    case settled(String)
    case stable([Unicode.Scalar])
    case changing(String)
  }

  private static func mapped(_ text: String, lowercasing: Bool) -> Mapped {
    let room = NormalizationFormKC.capacity(for: text.utf8.count)
    return ScalarBuffer.with(capacity: room) { buffer in
      switch NicknameMapping.apply(
        to: text.unicodeScalars,
        lowercasing: lowercasing,
        in: &buffer
      ) {
      case .settled: .settled(buffer.text)
      case .stable: .stable(buffer.scalars)
      case .changing: .changing(buffer.text)
      }
    }
  }

  /// The class is checked last, on the result of the mappings (RFC 8264, section 7).
  private static func checked(
    _ scalars: [Unicode.Scalar],
    typed text: String
  ) throws(NicknameRejection.Reason) -> String {
    guard !scalars.isEmpty else { throw .empty }
    if let violation = FreeformClass.firstViolation(in: scalars) {
      throw .disallowed(DisallowedScalar(violation, in: scalars, typed: text))
    }
    return String(scalars: scalars)
  }
}
