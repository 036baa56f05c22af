/// A permanent 128-bit ID of one `Subject`, written as a UUID.
///
/// The text form is the one of RFC 9562, section 4: 36 ASCII characters, in lower case. An ID is
/// opaque: it encodes no order, time or place.
public struct Identifier<Subject>: Hashable, Sendable, CustomStringConvertible {
  // Two UInt64, not a UInt128: Swift 6.3.1 on x86-64 misplaces values that are aligned to 16 bytes
  // in the frames of async functions, and the process jumps to address 0 when such a function
  // resumes.

  /// The first 64 bits: the first 16 digits of the text form.
  public let high: UInt64

  /// The last 64 bits.
  public let low: UInt64

  /// Creates the ID with these bits; the caller ensures that it is unique.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses the text form, in upper or lower case.
  ///
  /// - Parameter text: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, joined by `-`.
  /// - Returns: nil for any other text.
  public init?(_ text: some StringProtocol) {
    // A String, because a loop over the generic text looks up its witnesses in every step.
    var text = String(text)
    guard let (high, low) = text.withUTF8({ IdentifierText.parseAnyCase($0) }) else { return nil }
    self.init(high: high, low: low)
  }

  /// The text form, in lower case.
  public var description: String { IdentifierText.format(high: high, low: low) }

  /// Appends ``description`` to a text in ASCII.
  package func write(to text: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { bytes in
      IdentifierText.format(high: high, low: low, into: bytes)
      text += bytes
    }
  }
}

/// The text form of all IDs, independent of their subject.
package enum IdentifierText {
  /// Parses the text form in lower case, the only form that is ever written.
  ///
  /// - Parameter utf8: the text, in UTF-8.
  /// - Returns: nil for any other text.
  package static func parse(
    _ utf8: UnsafeBufferPointer<UInt8>
  ) -> (high: UInt64, low: UInt64)? {
    guard utf8.count == 36, let start = UnsafeRawPointer(utf8.baseAddress) else { return nil }
    func digits(at place: Int) -> UInt64 {
      UInt64(bigEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    func fourDigits(at place: Int) -> UInt64 {
      UInt64(UInt32(bigEndian: start.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
    let hyphen = UInt8(ascii: "-")
    guard utf8[8] == hyphen, utf8[13] == hyphen, utf8[18] == hyphen, utf8[23] == hyphen,
      let first = value(ofDigits: digits(at: 0)),
      let second = value(ofDigits: fourDigits(at: 9) << 32 | fourDigits(at: 14)),
      let third = value(ofDigits: fourDigits(at: 19) << 32 | fourDigits(at: 24)),
      let fourth = value(ofDigits: digits(at: 28))
    else { return nil }
    return (first << 32 | second, third << 32 | fourth)
  }

  /// The value of eight hexadecimal digits in lower case, the first one in the highest byte.
  ///
  /// It processes all digits at once, because lists of sessions consist mostly of IDs.
  private static func value(ofDigits digits: UInt64) -> UInt64? {
    // Of the hexadecimal digits, only the letters have this bit.
    let letters = (digits >> 6) & each(1)
    let low = digits & each(0x0F)
    let values = low &+ (9 &* letters)
    // A numeral is 0x30 plus its value, a letter 0x57 plus its value.
    let isSpelled = digits == values &+ each(0x30) &+ (0x27 &* letters)
    // The low half of a numeral is 0 to 9, that of a letter 1 to 6.
    let isInRange =
      (low &+ each(6) &+ (3 &* letters)) & each(0xF0) == 0
      && (0x10 &* letters) & ~(low &+ each(0x0F)) == 0
    guard isSpelled, isInRange else { return nil }
    let bytes = (values | values >> 4) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs >> 16) & 0xFFFF_FFFF
  }

  fileprivate static func parseAnyCase(
    _ utf8: UnsafeBufferPointer<UInt8>
  ) -> (high: UInt64, low: UInt64)? {
    guard utf8.count == 36 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    for position in 0..<36 {
      let byte = utf8[position]
      if isHyphenPosition(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = hexadecimalValue(of: byte) else { return nil }
        halves.high = halves.high << 4 | halves.low >> 60
        halves.low = halves.low << 4 | UInt64(digit)
      }
    }
    return halves
  }

  fileprivate static func format(high: UInt64, low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      format(high: high, low: low, into: UnsafeMutableRawBufferPointer(buffer))
      return 36
    }
  }

  /// Writes the text in ASCII to 36 bytes of memory.
  fileprivate static func format(
    high: UInt64,
    low: UInt64,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    func write(_ digits: UInt64, at place: Int) {
      bytes.storeBytes(of: digits.bigEndian, toByteOffset: place, as: UInt64.self)
    }
    func write(_ digits: UInt32, at place: Int) {
      bytes.storeBytes(of: digits.bigEndian, toByteOffset: place, as: UInt32.self)
    }
    let (second, third) = (digits(of: high & 0xFFFF_FFFF), digits(of: low >> 32))
    write(digits(of: high >> 32), at: 0)
    write(UInt32(second >> 32), at: 9)
    write(UInt32(second & 0xFFFF_FFFF), at: 14)
    write(UInt32(third >> 32), at: 19)
    write(UInt32(third & 0xFFFF_FFFF), at: 24)
    write(digits(of: low & 0xFFFF_FFFF), at: 28)
    let hyphen = UInt8(ascii: "-")
    (bytes[8], bytes[13], bytes[18], bytes[23]) = (hyphen, hyphen, hyphen, hyphen)
  }

  /// The eight hexadecimal digits of 32 bits in lower case, the first one in the highest byte.
  ///
  /// It processes all digits at once, as parsing does.
  private static func digits(of value: UInt64) -> UInt64 {
    let pairs = (value | value << 16) & 0x0000_FFFF_0000_FFFF
    let bytes = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
    let values = (bytes | bytes << 4) & each(0x0F)
    let letters = ((values &+ each(6)) >> 4) & each(1)
    return values &+ each(0x30) &+ (0x27 &* letters)
  }

  /// The same byte eight times.
  private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  private static func isHyphenPosition(_ position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
  }

  private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
