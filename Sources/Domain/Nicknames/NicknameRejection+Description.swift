extension NicknameRejection: CustomStringConvertible {
  /// A sentence that says which rule the text breaks.
  public var description: String { "This is not a nickname: \(reason)." }
}

extension NicknameRejection.Reason: CustomStringConvertible {
  /// The reason as the end of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .disallowed(let found): found.description
    case .unstable: "it changes each time it is normalized"
    case .tooManyCharacters(let count, let limit):
      "it has \(count) characters, and at most \(limit) are allowed"
    case .tooManyBytes(let count, let limit):
      "it has \(count) bytes in UTF-8, and at most \(limit) are allowed"
    case .reserved(let name): "\"\(name)\" is reserved, and so is every text that looks like it"
    }
  }
}

extension DisallowedScalar: CustomStringConvertible {
  /// What is found where, and why it is not allowed, as the end of a sentence.
  public var description: String {
    let origin = typed == scalar ? "" : ", which stands for \(scalar.called)"
    return "code point \(position) is \(typed.called)\(origin), \(objection)"
  }

  private var objection: String {
    switch rule {
    case .control: "a control character"
    case .ignorable: "an invisible character"
    case .unassigned: "which is not assigned in Unicode 17"
    case .noncharacter: "a noncharacter"
    case .oldHangulJamo: "a single letter that forms no modern Korean syllable"
    case .exception: "which RFC 5892 excludes by name"
    case .other: kind
    case .zeroWidthNonJoiner:
      "which is allowed only after a virama, or between letters that would join"
    case .zeroWidthJoiner: "which is allowed only after a virama, not between emoji"
    case .middleDot: "which is allowed only between two l"
    case .greekKeraia: "which is allowed only before a Greek character"
    case .hebrewPunctuation: "which is allowed only after a Hebrew character"
    case .katakanaMiddleDot: "which is allowed only in a name with Hiragana, Katakana or Han"
    case .arabicIndicDigit, .extendedArabicIndicDigit:
      "which is not allowed in one name with the other set of Arabic digits"
    case .blank: "a character that shows nothing"
    case .leadingMark: "a combining mark without a character before it"
    }
  }

  private var kind: String {
    switch scalar.properties.generalCategory {
    case .privateUse: "a character for private use"
    case .lineSeparator, .paragraphSeparator: "a line separator"
    default: "a formatting character"
    }
  }
}

extension String {
  /// The text in quotation marks, followed by its code points if there are at most three.
  package var spelledOut: String {
    guard !isEmpty else { return "nothing" }
    // A combining mark without a base would combine with the quotation mark.
    let carrier =
      unicodeScalars.first?.properties.canonicalCombiningClass == .notReordered ? "" : "◌"
    let quoted = "\"\(carrier)\(visible)\""
    guard unicodeScalars.count <= 3 else { return quoted }
    return quoted + " (" + unicodeScalars.map(\.called).joined(separator: ", ") + ")"
  }
}

extension Unicode.Scalar {
  /// The code point and the name of the character, as in `U+200D ZERO WIDTH JOINER`.
  package var called: String {
    let name = properties.nameAlias ?? properties.name
    return "U+\(hexadecimal)" + (name.map { " \($0)" } ?? "")
  }
}
