extension XMLPropertyListReader {
  mutating func readString(of tag: OpeningTag) throws(PropertyListFormatError) -> String {
    // All bytes are validated as UTF-8, and the delimiters of the text are ASCII.
    String(decoding: try readText(of: tag), as: UTF8.self)
  }

  /// Reads the text in an element, and its closing tag.
  ///
  /// As XML 1.0 defines, references and CDATA sections are resolved, comments are dropped, and line
  /// ends become line feeds.
  mutating func readText(of tag: OpeningTag) throws(PropertyListFormatError) -> ArraySlice<UInt8> {
    if tag.isClosed { return [] }
    let start = position
    skipPlainText()
    let first = bytes[start..<position]
    if try readClosingTag(tag.element) { return first }

    var text = Array(first)
    while position < bytes.count {
      if try skipComment() {
        // The text continues after the comment.
      } else if hasPrefix("<![CDATA[") {
        try readCharacterData(into: &text)
      } else if bytes[position] == UInt8(ascii: "<") {
        try requireClosingTag(of: tag)
        return text[...]
      } else if bytes[position] == UInt8(ascii: "&") {
        try readReference(into: &text)
      } else {
        try readCharacter(into: &text)
      }
      let start = position
      skipPlainText()
      text += bytes[start..<position]
    }
    throw failure("<\(tag.element)> does not end", at: tag.start)
  }

  /// Moves to the next byte that may need more than copying.
  private mutating func skipPlainText() {
    let start = position
    position = bytes.withUnsafeBufferPointer { bytes in
      var position = start
      while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
      return position
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "&"), 0xEF: false
    case 0x09, 0x0A, 0x20...: true
    default: false
    }
  }

  private mutating func readCharacterData(
    into text: inout [UInt8]
  ) throws(PropertyListFormatError) {
    let start = position
    position += 9
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "]"), hasPrefix("]]>") {
        position += 3
        return
      }
      try readCharacter(into: &text)
    }
    throw failure("the CDATA section does not end", at: start)
  }

  /// Reads one literal byte, refuses characters that XML excludes, and normalizes line ends.
  private mutating func readCharacter(into text: inout [UInt8]) throws(PropertyListFormatError) {
    let byte = bytes[position]
    switch byte {
    case 0x0D:
      text.append(0x0A)
      if position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
    case 0x09, 0x0A, 0x20...0xEE, 0xF0...0xFF:
      text.append(byte)
    case 0xEF where !hasPrefix([0xEF, 0xBF, 0xBE]) && !hasPrefix([0xEF, 0xBF, 0xBF]):
      text.append(byte)
    default:
      throw failure("XML does not allow this character", at: position)
    }
    position += 1
  }

  /// Reads a reference such as `&lt;` or `&#13;`.
  private mutating func readReference(into text: inout [UInt8]) throws(PropertyListFormatError) {
    let start = position
    // References longer than "&#x0010FFFF;" are refused, which bounds the search for the end.
    guard let end = bytes[start...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      throw failure("the reference does not end", at: start)
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard let scalar = Self.scalar(named: name) else {
      throw failure(
        "an unknown reference, or one to a character that XML does not allow",
        at: start
      )
    }
    text.append(contentsOf: String(scalar).utf8)
    position = end + 1
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    // The initializer would accept a sign.
    guard digits.first?.isHexDigit == true,
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), scalar.isAllowedInXML
    else { return nil }
    return scalar
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 can contain the character at all, literally or as a reference (its production
  /// 2).
  var isAllowedInXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
