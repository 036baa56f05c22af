/// Look-up in the tables that map some scalars to a sequence of scalars.
enum SequenceLookup {
  /// The places in the pool of a scalar's sequence; empty if it has none.
  @inline(__always)
  static func places(
    of scalar: Unicode.Scalar,
    blocks: PackedTable,
    entries: PackedTable,
    pool: PackedTable,
    _ blockBits: Int
  ) -> Range<Int> {
    let value = Int(scalar.value)
    guard value >> blockBits < blocks.count else { return 0..<0 }
    let place = entries[blocks[value >> blockBits] << blockBits | value & (1 << blockBits - 1)]
    return place == 0 ? 0..<0 : place + 1..<place + 1 + pool[place]
  }
}
