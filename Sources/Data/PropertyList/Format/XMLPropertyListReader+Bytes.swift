extension XMLPropertyListReader {
  /// Whether the bytes that come next are those of `text`.
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

  /// Moves behind the next place where the bytes are those of `end`.
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

  /// Whether XML counts the byte as white space.
  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// An error at the byte at `offset`, which it gives as line and column.
  func failure(_ problem: String, at offset: Int) -> PropertyListFormatError {
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
