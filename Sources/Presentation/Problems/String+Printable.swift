extension String {
  /// The text with every control character but the line feed shown as its code point.
  ///
  /// A path or a stored text may hold a sequence that a terminal would obey.
  var printable: String {
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .control, scalar != "\n" {
        shown += "<U+\(scalar.hexadecimal)>"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  /// The code point as the Unicode Standard writes it after "U+": four digits at the least.
  var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
