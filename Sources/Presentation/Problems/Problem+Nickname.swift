public import MonikerDomain

extension Problem {
  /// Explains why a text is not a nickname, and suggests the nearest one.
  public init(_ rejection: NicknameRejection) {
    let next = rejection.suggestion.map { "Try \"\($0)\"." } ?? Self.next(after: rejection.reason)
    self.init(
      .invalidNickname,
      "This is not a nickname: \(Self.sentence(for: rejection.reason)). \(next)"
    )
  }

  /// Another account holds the nickname.
  static func taken(_ nickname: Nickname, by holder: Account) -> Problem {
    let held = holder.nickname.text == nickname.text ? "" : ", as \"\(holder.nickname)\""
    return Problem(
      .nicknameTaken,
      "The nickname \"\(nickname)\" is taken\(held): another account holds it. "
        + "Choose another one."
    )
  }

  /// The nickname, or one that it looks like, rests for another account.
  static func resting(_ nickname: Nickname, until end: Timestamp) -> Problem {
    Problem(
      .nicknameTaken,
      "The nickname \"\(nickname)\", or one that looks like it, was given up recently. It is kept for "
        + "its last holder until \(end.rfc3339). Choose another one."
    )
  }

  /// The nickname looks like that of another account.
  static func resembling(_ nickname: Nickname, of holder: Account) -> Problem {
    let differences = NicknameResemblance(of: nickname, to: holder.nickname).differences
    // Three are enough: a name in another script differs everywhere.
    let shown = differences.prefix(3).map { difference in
      "\(difference.wanted.spelledOut) where that has \(difference.held.spelledOut)"
    }
    let more = differences.count > shown.count ? ", and more" : ""
    return Problem(
      .nicknameResembles,
      "The nickname \"\(nickname)\" looks like \"\(holder.nickname)\", which another "
        + "account holds: it has \(shown.joined(separator: ", "))\(more). Choose another one."
    )
  }

  /// The reason why a text is not a nickname, as the end of a sentence.
  static func sentence(for reason: NicknameRejection.Reason) -> String {
    switch reason {
    case .empty: "it is empty"
    case .disallowed(let found): sentence(for: found)
    case .unstable: "it changes each time it is normalized"
    case .tooManyCharacters(let count, let limit):
      "it has \(count) characters, and at most \(limit) are allowed"
    case .tooManyBytes(let count, let limit):
      "it has \(count) bytes in UTF-8, and at most \(limit) are allowed"
    case .reserved(let name): "\"\(name)\" is reserved, and so is every text that looks like it"
    }
  }

  private static func next(after reason: NicknameRejection.Reason) -> String {
    switch reason {
    case .empty: "Give at least one character that is not a space."
    case .disallowed, .unstable, .reserved: "Choose another one."
    case .tooManyCharacters(_, let limit): "Give at most \(limit) characters."
    case .tooManyBytes(_, let limit): "Give at most \(limit) bytes."
    }
  }

  private static func sentence(for found: DisallowedScalar) -> String {
    let typed = "code point \(found.position) is \(found.typed.called)"
    let origin = found.typed == found.scalar ? "" : ", which stands for \(found.scalar.called)"
    return "\(typed)\(origin), \(objection(to: found))"
  }

  private static func objection(to found: DisallowedScalar) -> String {
    switch found.rule {
    case .control: "a control character"
    case .ignorable: "an invisible character"
    case .unassigned: "which is not assigned in Unicode 17"
    case .noncharacter: "a noncharacter"
    case .oldHangulJamo: "a single letter that forms no modern Korean syllable"
    case .exception: "which RFC 5892 excludes by name"
    case .other: kind(of: found.scalar)
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

  private static func kind(of scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .privateUse: "a character for private use"
    case .lineSeparator, .paragraphSeparator: "a line separator"
    default: "a formatting character"
    }
  }
}

extension String {
  /// The text in quotation marks, followed by its code points if there are at most three.
  fileprivate var spelledOut: String {
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
  var called: String {
    let name = properties.nameAlias ?? properties.name
    return "U+\(hexadecimal)" + (name.map { " \($0)" } ?? "")
  }
}
