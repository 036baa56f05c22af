extension XMLPropertyListReader {
  /// Returns whether the next bytes are those of `text`.
  func hasPrefix(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<count where bytes[position + index] != expected[index] { return false }
      return true
    }
  }

  func hasPrefix(_ prefix: [UInt8]) -> Bool {
    bytes[position...].starts(with: prefix)
  }

  /// Moves past the next occurrence of `end`.
  mutating func skip(
    past end: StaticString,
    of what: String,
    from start: Int
  ) throws(PropertyListFormatError) {
    while position < bytes.count {
      if hasPrefix(end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw failure("\(what) does not end", at: start)
  }

  /// Returns whether the byte is white space in XML.
  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// Returns an error with the line and column of the byte at `offset`.
  func failure(_ problem: String, at offset: Int) -> PropertyListFormatError {
    guard locatesFailures else { return PropertyListFormatError(problem, at: .byte(offset)) }
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return PropertyListFormatError(problem, at: .line(line, column: column))
  }
}
