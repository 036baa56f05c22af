extension String {
  /// A line of text in which every control character and line separator is shown as its code point.
  ///
  /// A path or a stored text may contain a terminal control sequence, or a line feed that forges a
  /// line of output.
  package var printable: String { showing(\.breaksLine) }

  /// A line of text in which every character that is invisible, or visible only by its effect on
  /// others, is shown as its code point.
  package var visible: String { showing(\.isHidden) }

  /// The same as ``visible`` for several lines of text: line feeds stay.
  package var visibleLines: String { showing { $0 != "\n" && $0.isHidden } }

  /// Whether the text contains no hidden character except the two joiners.
  ///
  /// Joiners are allowed: where a nickname may contain them, the shape of the letters shows them.
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

  /// Whether the scalar is invisible, or visible only by its effect on the line or its neighbours.
  package var isHidden: Bool { breaksLine || isUnseen }

  private var isUnseen: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .format, .privateUse, .unassigned: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// The code point as the Unicode Standard writes it after "U+": at least four digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
