extension XMLPropertyListWriter {
  /// Appends `text` so that whoever reads the XML gets the same scalars back.
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
      // XML would make a line feed of a bare one.
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

  /// Whether the unit is one of the three that are escaped, a control other than a tab and a line feed,
  /// or the first of those that XML excludes and others.
  private static func needsCare(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0xEF: true
    case 0x09, 0x0A, 0x20...: false
    default: true
    }
  }
}

extension Double {
  /// The number as property lists have it: the shortest digits that read back as the same number.
  var propertyListText: String {
    if isNaN { return "nan" }
    if isInfinite { return self < 0 ? "-infinity" : "+infinity" }
    return description
  }
}
