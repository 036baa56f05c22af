/// The forms of ASCII texts, which need neither tables nor normalization.
enum ASCIIForm {
  /// Returns the form of a text; nil if the text is not ASCII, is empty, or contains a control
  /// character.
  ///
  /// It reads each byte a constant number of times and allocates only the result.
  static func make(of text: String, lowercasing: Bool) -> String? {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let length = length(of: bytes, lowercasing) else { return nil }
      guard length > 0 else { return nil }
      if length == bytes.count, isUnchanged(bytes, lowercasing) { return text }
      return String(unsafeUninitializedCapacity: length) { form in
        write(bytes, to: form, lowercasing)
        return length
      }
    } ?? nil
  }

  /// The length of the form; nil if the text contains a byte that is not printable ASCII.
  private static func length(of bytes: UnsafeBufferPointer<UInt8>, _ lowercasing: Bool) -> Int? {
    var length = 0
    var isSpace = true
    for byte in bytes {
      guard byte >= space, byte < delete else { return nil }
      if byte != space || !isSpace { length += 1 }
      isSpace = byte == space
    }
    return isSpace && length > 0 ? length - 1 : length
  }

  private static func isUnchanged(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ lowercasing: Bool
  ) -> Bool {
    !lowercasing || bytes.allSatisfy { !isCapital($0) }
  }

  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to form: UnsafeMutableBufferPointer<UInt8>,
    _ lowercasing: Bool
  ) {
    var end = 0
    for byte in bytes where end < form.count {
      if byte == space, end == 0 || form[end - 1] == space { continue }
      form[end] = lowercasing && isCapital(byte) ? byte | 0x20 : byte
      end += 1
    }
  }

  private static let space = UInt8(ascii: " ")
  private static let delete: UInt8 = 0x7F

  private static func isCapital(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }
}
