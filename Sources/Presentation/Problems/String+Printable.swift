extension String {
  /// A line of text, with every control character and line separator shown as its code point.
  ///
  /// A path or a stored text may hold a sequence that a terminal would obey, or forge a line.
  var printable: String { shown { _ in false } }

  /// Several lines of text, likewise.
  var printableLines: String { shown { $0 == "\n" } }

  private func shown(as isPlain: (Unicode.Scalar) -> Bool) -> String {
    var shown = ""
    for scalar in unicodeScalars {
      if !isPlain(scalar), scalar.breaksLine {
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
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The code point as the Unicode Standard writes it after "U+": four digits at the least.
  var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
