extension String {
  /// A line of text, with every control character and line separator shown as its code point.
  ///
  /// A path or a stored text may hold a sequence that a terminal would obey, or forge a line.
  var printable: String { showing(\.breaksLine) }

  /// A line of text, with everything shown as its code point that would not be seen, or only by
  /// what it does to the rest.
  var visible: String { showing(\.isHidden) }

  /// Several lines of text, likewise.
  package var visibleLines: String { showing { $0 != "\n" && $0.isHidden } }

  /// Whether it can be put on a terminal as it is, without doing anything there that is not seen.
  ///
  /// The two joiners are let through: where they may stand, the letters show that they are there.
  package var isHarmless: Bool {
    unicodeScalars.allSatisfy { !$0.isHidden || $0 == "\u{200C}" || $0 == "\u{200D}" }
  }

  private func showing(_ isSpelledOut: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isSpelledOut) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if isSpelledOut(scalar) {
        shown += "<U+\(scalar.hexadecimal)>"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  fileprivate var breaksLine: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether it would not be seen, or only by what it does to a line or its surroundings.
  var isHidden: Bool { breaksLine || isUnseen }

  private var isUnseen: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .format, .privateUse, .unassigned: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// The code point as the Unicode Standard writes it after "U+": four digits at the least.
  var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
