import FoundationEssentials
import MonikerPropertyList

/// The checksum of a store in a property list.
///
/// It covers the values and not the bytes of the file, since another program may write the file in
/// another form and add keys of its own. The store's keys are taken in the order of the layout. For
/// each, the key is added as a string, and then its value, or `-` if there is none.
///
/// A value is a letter for its kind (`s` string, `i` integer, `u` unsigned, `r` real, `b` boolean,
/// `d` date, `x` data, `a` array, `m` dictionary), followed by its content. A number has 8 bytes,
/// the lowest first. A real has its bits; a date has the bits of its seconds since 2001. A boolean
/// is the number 0 or 1. Any other value has a count, and then what is counted: UTF-8, bytes,
/// values, or pairs of a key and a value in the order of the keys' UTF-8.
enum PropertyListChecksum {
  static func text(of keys: [String], in content: [String: PropertyListValue]) -> String {
    var bytes: [UInt8] = []
    for key in keys {
      append(key, to: &bytes)
      if let value = content[key] {
        append(value, to: &bytes)
      } else {
        bytes.append(UInt8(ascii: "-"))
      }
    }
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.text
  }

  private static func append(_ value: PropertyListValue, to bytes: inout [UInt8]) {
    switch value {
    case .string(let text): append(text, to: &bytes)
    case .integer(let number): append("i", UInt64(bitPattern: number), to: &bytes)
    case .unsigned(let number): append("u", number, to: &bytes)
    case .real(let number): append("r", number.bitPattern, to: &bytes)
    case .boolean(let flag): append("b", flag ? 1 : 0, to: &bytes)
    case .date(let date):
      append("d", date.timeIntervalSinceReferenceDate.bitPattern, to: &bytes)
    case .data(let data):
      append("x", UInt64(data.count), to: &bytes)
      bytes.append(contentsOf: data)
    case .array(let values):
      append("a", UInt64(values.count), to: &bytes)
      for value in values { append(value, to: &bytes) }
    case .dictionary(let values):
      append("m", UInt64(values.count), to: &bytes)
      for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
      {
        append(key, to: &bytes)
        append(value, to: &bytes)
      }
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append("s", UInt64(text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  private static func append(_ kind: Unicode.Scalar, _ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: kind))
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
