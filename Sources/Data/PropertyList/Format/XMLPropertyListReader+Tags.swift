extension XMLPropertyListReader {
  /// Reads the opening tag at the current position, and ignores its attributes.
  mutating func readOpeningTag() throws(PropertyListFormatError) -> OpeningTag {
    let start = position
    guard position < bytes.count else { throw failure("the file ends too early", at: start) }
    guard bytes[position] == UInt8(ascii: "<") else {
      throw failure("expected an element", at: start)
    }
    position += 1
    guard let element = readName() else {
      throw failure("expected an element of a property list", at: start)
    }
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        let isClosed = bytes[position - 2] == UInt8(ascii: "/")
        return OpeningTag(element: element, isClosed: isClosed, start: start)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        break
      }
    }
    throw failure("the tag does not end", at: start)
  }

  /// Reads the closing tag of `element` if a closing tag is next; returns whether it was.
  mutating func readClosingTag(_ element: Element) throws(PropertyListFormatError) -> Bool {
    let start = position
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<"),
      bytes[position + 1] == UInt8(ascii: "/")
    else { return false }
    position += 2
    guard readName() == element else { throw failure("expected </\(element)>", at: start) }
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure("the tag does not end", at: start)
    }
    position += 1
    return true
  }

  mutating func requireClosingTag(of tag: OpeningTag) throws(PropertyListFormatError) {
    guard try readClosingTag(tag.element) else {
      throw failure("expected </\(tag.element)>", at: position)
    }
  }

  /// Reads the name of an element; returns nil if it is no element of property lists.
  private mutating func readName() -> Element? {
    var name: UInt64 = 0
    var count = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || isSpace(byte) { break }
      name = name << 8 | UInt64(byte)
      count += 1
      // No name is longer than seven bytes, and a ninth byte would shift the first one out of the
      // number.
      guard count < 8 else { return nil }
      position += 1
    }
    return Element(rawValue: name)
  }
}
