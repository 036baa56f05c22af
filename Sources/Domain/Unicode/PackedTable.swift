/// Numbers in a string literal, six bits per character.
///
/// A literal lies in the program's read-only data. Nothing is built at start or at first use, even
/// in a debug build. It also compiles fast, which an array literal of this length does not.
struct PackedTable {
  /// The number of digits of each number.
  let width: Int

  /// The number of numbers.
  let count: Int

  /// The digits, the most significant first: 0 is U+0030, 63 is U+006F.
  let digits: StaticString

  /// The number at a place; the first place is 0.
  @inline(__always)
  subscript(place: Int) -> Int {
    precondition(place >= 0 && place < count)
    // The generator writes `width` digits for each of `count` numbers, so the reads stay inside.
    let digit = UnsafeRawPointer(digits.utf8Start) + place &* width
    switch width {
    case 2: return Self.pair(at: digit)
    case 4: return Self.quadruple(at: digit)
    case 5: return Self.quadruple(at: digit) << 6 | Self.single(at: digit + 4)
    case 3: return Self.pair(at: digit) << 6 | Self.single(at: digit + 2)
    case 7:
      return Self.quadruple(at: digit) << 18 | Self.pair(at: digit + 4) << 6
        | Self.single(at: digit + 6)
    default:
      preconditionFailure("no table has numbers of \(width) digits")
    }
  }

  @inline(__always)
  private static func single(at digit: UnsafeRawPointer) -> Int {
    Int(digit.load(as: UInt8.self) &- 0x30)
  }

  @inline(__always)
  private static func pair(at digit: UnsafeRawPointer) -> Int {
    let both = Int(UInt16(bigEndian: digit.loadUnaligned(as: UInt16.self)) &- 0x3030)
    return both >> 2 & 0xFC0 | both & 0x3F
  }

  @inline(__always)
  private static func quadruple(at digit: UnsafeRawPointer) -> Int {
    let all = Int(UInt32(bigEndian: digit.loadUnaligned(as: UInt32.self)) &- 0x3030_3030)
    let pairs = all >> 2 & 0x0FC0_0FC0 | all & 0x003F_003F
    return pairs >> 4 & 0xFF_F000 | pairs & 0xFFF
  }

  /// The place of the last number that is at most `bound`, in a table in ascending order.
  ///
  /// - Returns: nil if all numbers are greater.
  func lastPlace(notAbove bound: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
