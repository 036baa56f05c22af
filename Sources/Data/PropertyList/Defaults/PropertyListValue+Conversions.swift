/// The conversions of the typed reads; see the table at `PropertyListDefaults`.
extension PropertyListValue {
  var convertedString: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number):
      if number.magnitude <= 0x1p53, let whole = Int64(exactly: number) {
        String(whole)
      } else {
        number.propertyListText
      }
    case .boolean(let flag): flag ? "1" : "0"
    case .date, .data, .array, .dictionary: nil
    }
  }

  var convertedInteger: Int? {
    switch self {
    case .string(let text): Int(clampedPrefixOf: text)
    case .integer(let number): Int(number)
    case .unsigned(let number): Int(clamping: number)
    case .real(let number): Int(clamping: number)
    case .boolean(let flag): flag ? 1 : 0
    case .date, .data, .array, .dictionary: nil
    }
  }

  var convertedDouble: Double? {
    switch self {
    case .string(let text): Double(prefixOf: text)
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .real(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .date, .data, .array, .dictionary: nil
    }
  }

  var convertedBool: Bool? {
    switch self {
    case .string(let text): Bool(prefixOf: text)
    case .integer(let number): number != 0
    case .unsigned(let number): number != 0
    case .real(let number): number != 0
    case .boolean(let flag): flag
    case .date, .data, .array, .dictionary: nil
    }
  }
}

extension Int {
  /// The number without its fraction; out of range the nearest integer, and 0 for not a number.
  init(clamping number: Double) {
    if let whole = Int(exactly: number.rounded(.towardZero)) {
      self = whole
    } else if number.isNaN {
      self = 0
    } else {
      self = number < 0 ? .min : .max
    }
  }

  /// The decimal integer that `text` starts with, clamped to the range of `Int`, or 0.
  fileprivate init(clampedPrefixOf text: String) {
    var digits = text.withoutLeadingWhiteSpace
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    digits = digits.prefix(while: \.isDigit)
    guard !digits.isEmpty else {
      self = 0
      return
    }
    let sign = isNegative ? "-" : ""
    self = Int(sign + String(Substring(digits))) ?? (isNegative ? .min : .max)
  }
}

extension Double {
  /// The decimal number that `text` starts with, including a fraction and an exponent, or 0.
  fileprivate init(prefixOf text: String) {
    let start = text.withoutLeadingWhiteSpace
    var rest = start
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    rest = rest.drop(while: \.isDigit)
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: \.isDigit) }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      var exponent = rest.dropFirst()
      if let sign = exponent.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        exponent.removeFirst()
      }
      // Without digits, the letter belongs to the text after the number.
      if exponent.first?.isDigit == true { rest = exponent.drop(while: \.isDigit) }
    }
    let number = Double(Substring(start[..<rest.startIndex])) ?? 0
    let greatest = Double.greatestFiniteMagnitude
    self = Swift.min(Swift.max(number, -greatest), greatest)
  }
}

extension Bool {
  /// Whether `text` begins with Y, y, T or t, or, after an optional sign and zeros, with a digit
  /// from 1 to 9.
  fileprivate init(prefixOf text: String) {
    let start = text.withoutLeadingWhiteSpace
    var rest = start
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    rest = rest.drop { $0 == UInt8(ascii: "0") }
    self =
      start.first.map { "YyTt".utf8.contains($0) } ?? false
      || rest.first.map { "123456789".utf8.contains($0) } ?? false
  }
}

extension String {
  /// The UTF-8 after the leading characters that have the property White_Space.
  fileprivate var withoutLeadingWhiteSpace: Substring.UTF8View {
    Substring(unicodeScalars.drop(while: \.properties.isWhitespace)).utf8
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
