/// A number for each Unicode scalar, in three stages.
///
/// Most blocks of scalars have the same numbers as another block, and most groups of blocks are
/// equal to another group: each is stored once.
struct ScalarTable {
  /// The number of scalars in a block, as a power of two.
  let blockBits: Int

  /// The number of blocks in a group, as a power of two.
  let groupBits: Int

  /// The number of each group of blocks, up to the last group with a number other than 0.
  let groups: PackedTable

  /// The numbers of the blocks, group after group.
  let blocks: PackedTable

  /// The scalars' numbers, block after block.
  let entries: PackedTable

  /// The number of a scalar; 0 for the scalars after the last group.
  @inline(__always)
  subscript(scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    let block = value >> blockBits
    guard block >> groupBits < groups.count else { return 0 }
    let number = blocks[groups[block >> groupBits] << groupBits | block & (1 << groupBits - 1)]
    return entries[number << blockBits | value & (1 << blockBits - 1)]
  }

  /// The places of a scalar's sequence, in a table of places times 32 plus lengths.
  ///
  /// - Returns: An empty range if the scalar has no sequence.
  @inline(__always)
  func places(of scalar: Unicode.Scalar) -> Range<Int> {
    let entry = self[scalar]
    return entry >> 5..<entry >> 5 + entry & 31
  }
}
