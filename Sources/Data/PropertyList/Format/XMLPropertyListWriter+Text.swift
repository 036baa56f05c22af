extension XMLPropertyListWriter {
  /// Appends `text` so that an XML reader gets the same scalars back.
  mutating func write(text: String) throws(PropertyListFormatError) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { units in
      for unit in units where Self.needsCare(unit) { return false }
      bytes.append(contentsOf: units)
      return true
    }
    if isPlain == true { return }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      // XML readers turn a literal carriage return into a line feed.
      case "\r": bytes.append(contentsOf: "&#13;".utf8)
      case _ where scalar.isAllowedInXML: bytes.append(contentsOf: scalar.utf8)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max(0, 4 - code.count))
        throw PropertyListFormatError(
          "XML cannot carry the character U+\(padding)\(code)",
          at: .keys([])
        )
      }
    }
  }

  /// Returns whether the byte is one of the three that are escaped, a control character other than
  /// tab and line feed, or 0xEF, the first byte of U+FFFE and U+FFFF, which XML excludes, and of
  /// other characters.
  private static func needsCare(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0xEF: true
    case 0x09, 0x0A, 0x20...: false
    default: true
    }
  }
}

extension Double {
  /// The number in the form of property lists: the shortest digits that read back as the same
  /// number.
  var propertyListText: String {
    if isNaN { return "nan" }
    if isInfinite { return self < 0 ? "-infinity" : "+infinity" }
    return description
  }
}
