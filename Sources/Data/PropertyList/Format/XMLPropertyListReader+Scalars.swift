import FoundationEssentials

extension XMLPropertyListReader {
  /// Reads a decimal integer, or a hexadecimal one that starts with `0x`.
  mutating func readInteger(
    of tag: OpeningTag
  ) throws(PropertyListFormatError) -> PropertyListValue {
    var digits = trimmed(try readText(of: tag))
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: UInt64 = 10
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      digits.removeFirst(2)
      radix = 16
    }
    guard !digits.isEmpty else { throw failure("it is not an integer", at: tag.start) }
    var magnitude: UInt64 = 0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else {
        throw failure("it is not an integer", at: tag.start)
      }
      let product = magnitude.multipliedReportingOverflow(by: radix)
      let sum = product.partialValue.addingReportingOverflow(UInt64(digit))
      guard !product.overflow, !sum.overflow else {
        throw failure("the number has more than 64 bits", at: tag.start)
      }
      magnitude = sum.partialValue
    }
    if !isNegative { return PropertyListValue(magnitude) }
    guard magnitude <= Int64.min.magnitude else {
      throw failure("the number has more than 64 bits", at: tag.start)
    }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// Reads a decimal number, or a word for infinity or not a number.
  mutating func readReal(of tag: OpeningTag) throws(PropertyListFormatError) -> Double {
    let text = String(decoding: trimmed(try readText(of: tag)), as: UTF8.self)
    switch text.lowercased() {
    case "nan", "+nan", "-nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    // The initializer would also accept hexadecimal numbers and other words.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(text)
    else { throw failure("it is not a number", at: tag.start) }
    guard number.isFinite else { throw failure("the number is out of range", at: tag.start) }
    return number
  }

  mutating func readDate(of tag: OpeningTag) throws(PropertyListFormatError) -> Date {
    guard let date = XMLPropertyListDate(trimmed(try readText(of: tag))) else {
      throw failure("it is not a date such as 2001-01-01T00:00:00Z", at: tag.start)
    }
    return Date(timeIntervalSince1970: Double(date.seconds))
  }

  mutating func readData(of tag: OpeningTag) throws(PropertyListFormatError) -> Data {
    var text = try readText(of: tag)
    text.removeAll(where: isSpace)
    guard let data = Data(base64Encoded: Data(text)) else {
      throw failure("the data is not Base64", at: tag.start)
    }
    return data
  }

  private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}

extension PropertyListValue {
  /// Creates the number in the case that reading produces for it.
  init(_ number: UInt64) {
    if let signed = Int64(exactly: number) {
      self = .integer(signed)
    } else {
      self = .unsigned(number)
    }
  }
}
