@_spi(_Unicode) import Swift

/// Which texts are nicknames, how they are stored, and which of them are one claim.
///
/// All of it sits here, so that the rules can be replaced in one place.
public enum NicknameRules {
  /// The most characters (extended grapheme clusters) that a nickname may have.
  public static var maximumCharacters: Int { 64 }

  /// The most bytes that a nickname may have in UTF-8.
  public static var maximumBytes: Int { 255 }

  /// More than this many bytes are refused before anything is normalized or counted.
  ///
  /// It leaves room for the decomposed spelling of every nickname that would be accepted.
  static var maximumTypedBytes: Int { 16 * maximumBytes }

  /// The form in which the typed text is stored and shown.
  static func enforce(_ typed: String) throws(NicknameRejection) -> String {
    guard typed.utf8.count <= maximumTypedBytes else {
      throw .tooManyBytes(typed.utf8.count, limit: maximumBytes)
    }
    var scalars = trimmed(typed.unicodeScalars)
    if let (offset, found) = scalars.enumerated().first(where: { !$0.element.isStorable }) {
      throw .disallowedCharacter(found, position: offset + 1)
    }
    scalars = collapsingSpaces(scalars)
    guard !scalars.isEmpty else { throw .empty }
    let text = composed(String(scalars))
    guard text.utf8.count <= maximumBytes else {
      throw .tooManyBytes(text.utf8.count, limit: maximumBytes)
    }
    guard text.count <= maximumCharacters else {
      throw .tooManyCharacters(text.count, limit: maximumCharacters)
    }
    return text
  }

  /// The comparison form: letter case does not tell names apart.
  static func key(for enforced: String) -> NicknameKey {
    NicknameKey(text: composed(enforced.lowercased()))
  }

  /// What every version of these rules has promised of a text or a key that it let through.
  static func couldHaveBeenAccepted(_ stored: String) -> Bool {
    // A key may be longer than its text: lower case and composition can lengthen it.
    !stored.isEmpty && stored.utf8.count <= 4 * maximumBytes
      && stored.unicodeScalars.allSatisfy(\.isStorable)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .spaceSeparator
  }

  /// Drops white space of every kind from both ends: a line read from a pipe ends in one.
  private static func trimmed(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
    let body = scalars.drop { $0.properties.isWhitespace }
    guard let last = body.lastIndex(where: { !$0.properties.isWhitespace }) else { return .init() }
    return String.UnicodeScalarView(body[...last])
  }

  /// Puts one U+0020 in the place of each run of space separators.
  private static func collapsingSpaces(
    _ scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var collapsed = String.UnicodeScalarView()
    var inSpaces = false
    for scalar in scalars {
      let space = isSpace(scalar)
      if !space {
        collapsed.append(scalar)
      } else if !inSpaces {
        collapsed.append(" ")
      }
      inSpaces = space
    }
    return collapsed
  }

  /// Unicode's Normalization Form C, by the standard library's own tables.
  private static func composed(_ text: String) -> String {
    var composed = String.UnicodeScalarView()
    for scalar in text._nfc { composed.append(scalar) }
    return String(composed)
  }
}
