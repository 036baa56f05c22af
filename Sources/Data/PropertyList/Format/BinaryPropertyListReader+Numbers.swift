extension BinaryPropertyListReader {
  /// Reads an integer of 1, 2, 4, 8 or 16 bytes: up to four bytes are unsigned, more are signed.
  func readInteger(at offset: Int, size: Int) throws(PropertyListFormatError) -> PropertyListValue {
    switch size {
    case 1, 2, 4:
      return .integer(Int64(try readBits(at: offset, size: size)))
    case 8:
      return .integer(Int64(bitPattern: try readBits(at: offset, size: 8)))
    default:
      let high = Int64(bitPattern: try readBits(at: offset, size: 8))
      let low = try readBits(at: offset + 8, size: 8)
      if high == 0 { return PropertyListValue(low) }
      let signed = Int64(bitPattern: low)
      guard high == -1, signed < 0 else {
        throw failure("the number has more than 64 bits", at: offset)
      }
      return .integer(signed)
    }
  }

  /// Reads the count of units or references of the object at `offset`, and the offset where they
  /// start.
  func readCount(
    at offset: Int
  ) throws(PropertyListFormatError) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 0x0F)
    if low < 0x0F { return (low, offset + 1) }
    guard offset + 1 < end, (0x10...0x13).contains(bytes[offset + 1]) else {
      throw failure("the count is not a number", at: offset)
    }
    let size = 1 << Int(bytes[offset + 1] & 0x0F)
    guard let count = Int(exactly: try readBits(at: offset + 2, size: size)) else {
      throw failure("it is truncated", at: offset)
    }
    return (count, offset + 2 + size)
  }

  /// Reads an unsigned big-endian number of up to eight bytes.
  func readBits(at offset: Int, size: Int) throws(PropertyListFormatError) -> UInt64 {
    guard size <= end - offset else { throw failure("it is truncated", at: offset) }
    return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
