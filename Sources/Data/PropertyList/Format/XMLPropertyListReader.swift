/// Reads a property list in XML, straight from its bytes.
///
/// It accepts the XML of property lists: a declaration, a DOCTYPE without an internal subset,
/// comments, processing instructions, elements, character and predefined entity references, CDATA
/// sections. Entities cannot be declared, so entity expansion cannot multiply the input.
package struct XMLPropertyListReader {
  let bytes: [UInt8]
  package var position = 0
  /// The number of keys in the last dictionary, at most 16: the initial capacity of the next one.
  ///
  /// The next dictionary is often a record of the same kind.
  var expectedKeys = 0

  /// Whether failures have a line and a column, for which the bytes before are counted.
  let locatesFailures: Bool

  package init(_ bytes: [UInt8], locatingFailures: Bool = true) {
    self.bytes = bytes
    locatesFailures = locatingFailures
  }

  mutating func readDocument() throws(PropertyListFormatError) -> PropertyListValue {
    try refuseUnlessUTF8()
    if hasPrefix([0xEF, 0xBB, 0xBF]) { position += 3 }
    try readDeclaration()
    try skipMarkup()
    if hasPrefix("<!DOCTYPE") {
      try skipDoctype()
      try skipMarkup()
    }
    guard hasPrefix("<") else { throw failure("it is not a property list", at: position) }
    let root = try readOpeningTag()
    guard root.element == .plist, !root.isClosed else {
      throw failure("expected <plist> with a value", at: root.start)
    }
    try skipMarkup()
    let value = try readValue(depth: 0)
    try skipMarkup()
    guard try readClosingTag(.plist) else { throw failure("expected </plist>", at: position) }
    try skipMarkup()
    guard position == bytes.count else {
      throw failure("something follows the property list", at: position)
    }
    return value
  }

  private func refuseUnlessUTF8() throws(PropertyListFormatError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw failure("it is not UTF-8", at: error.byteOffsets.lowerBound)
    }
  }

  /// Reads the XML declaration, if any, and refuses encodings other than UTF-8 and ASCII.
  private mutating func readDeclaration() throws(PropertyListFormatError) {
    guard hasPrefix("<?xml"), position + 5 < bytes.count, isSpace(bytes[position + 5]) else {
      return
    }
    let start = position
    position += 5
    try skip(past: "?>", of: "the XML declaration", from: start)
    // A declaration has a few bytes; the rest of a longer one is ignored.
    let text = String(decoding: bytes[start..<position].prefix(256), as: UTF8.self)
    guard let name = text.firstRange(of: "encoding") else { return }
    let encoding = text[name.upperBound...].split { " \t\r\n=\"'".contains($0) }.first
    guard let encoding, ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    else { throw failure("its encoding is not UTF-8", at: start) }
  }

  private mutating func skipDoctype() throws(PropertyListFormatError) {
    let start = position
    position += 9
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw failure("a DOCTYPE with declarations is not supported", at: position - 1)
      }
    }
    throw failure("the DOCTYPE does not end", at: start)
  }

  /// Skips white space, comments and processing instructions.
  package mutating func skipMarkup() throws(PropertyListFormatError) {
    while position < bytes.count {
      if isSpace(bytes[position]) {
        position += 1
      } else if try !skipComment() {
        return
      }
    }
  }

  /// Skips a comment or a processing instruction; returns whether there was one.
  mutating func skipComment() throws(PropertyListFormatError) -> Bool {
    // The second byte rules out almost all other markup.
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else { return false }
    let start = position
    switch bytes[position + 1] {
    case UInt8(ascii: "!") where hasPrefix("<!--"):
      position += 4
      try skip(past: "-->", of: "the comment", from: start)
    case UInt8(ascii: "?"):
      position += 2
      try skip(past: "?>", of: "the processing instruction", from: start)
    default:
      return false
    }
    return true
  }
}
