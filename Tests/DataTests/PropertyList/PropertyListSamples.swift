import Foundation

@testable import MonikerData
@testable import MonikerPropertyList

/// Values and files that several tests start from.
enum PropertyListSamples {
  /// A value of each kind, including those that are hard to write.
  static let value = PropertyListValue.dictionary([
    "array": .array([.integer(1), .array([]), .dictionary([:])]),
    "big": .unsigned(.max),
    "data": .data(Data(0...255)),
    "date": .date(Date(timeIntervalSince1970: 1_709_210_096)),
    "empty": .string(""),
    "false": .boolean(false),
    "half": .real(-0.5),
    "least": .integer(.min),
    "no data": .data(Data()),
    "real": .real(2),
    "text <&>": .string("a <b> & \"c\" ]]> 'd'\n\té e\u{301} \u{1F98A}"),
    "tiny": .real(.leastNonzeroMagnitude),
    "true": .boolean(true),
    "way": .integer(-5),
    "without end": .array([.real(.infinity), .real(-.infinity)]),
  ])

  static func binary(_ value: Any) throws -> [UInt8] {
    [UInt8](
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    )
  }

  /// A binary property list of `objects`, each with its marker; the first is the root.
  static func binary(objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let end = bytes.count
    for offset in offsets { bytes += bigEndian(offset) }
    bytes += [0, 0, 0, 0, 0, 0, 8, referenceSize]
    return bytes + bigEndian(objects.count) + bigEndian(0) + bigEndian(end)
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

/// A deterministic generator (SplitMix64).
struct PropertyListRandom: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &self) {
      let limit: UInt32 = Bool.random(using: &self) ? 0x7F : 0x10_FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)),
        scalar.isAllowedInXML
      {
        text.append(scalar)
      }
    }
    return String(text)
  }

  mutating func value(depth: Int = 0) -> PropertyListValue {
    switch Int.random(in: 0..<(depth < 5 ? 10 : 8), using: &self) {
    case 0: return .string(text())
    case 1: return .integer(Int64(truncatingIfNeeded: next()) >> Int64(next() % 64))
    case 2: return PropertyListValue(next())
    case 3: return .real(Double(bitPattern: next()))
    case 4: return .real(Double(Int64.random(in: -1000...1000, using: &self)) / 4)
    case 5: return .boolean(Bool.random(using: &self))
    case 6:
      let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &self)
      return .date(Date(timeIntervalSince1970: Double(seconds)))
    case 7:
      let count = Int.random(in: 0...100, using: &self)
      return .data(Data((0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }))
    case 8: return .array((0..<Int(next() % 5)).map { _ in value(depth: depth + 1) })
    default:
      var values: [String: PropertyListValue] = [:]
      for _ in 0..<(next() % 5) { values[text()] = value(depth: depth + 1) }
      return .dictionary(values)
    }
  }
}
