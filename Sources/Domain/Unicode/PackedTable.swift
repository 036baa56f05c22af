/// Numbers in a string literal, six bits a character.
///
/// A literal lies in the program's read-only data: nothing is built at start or at first use, in a
/// debug build either, and it compiles at once, which an array literal of this length does not.
struct PackedTable {
  /// How many digits a number has.
  let width: Int

  /// How many numbers there are.
  let count: Int

  /// The digits, the most significant first: 0 is U+0030, 63 is U+006F.
  let digits: StaticString

  /// The number at a place from 0 on.
  @inline(__always)
  subscript(place: Int) -> Int {
    precondition(place >= 0 && place < count)
    // The generator writes `width` digits for each of `count` numbers, so the reads stay inside.
    let digit = digits.utf8Start + place * width
    var number = 0
    for offset in 0..<width { number = number << 6 | Int(digit[offset] &- 0x30) }
    return number
  }

  /// The place of the last number that is not above `bound`, in a table in ascending order.
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
