// Written by scripts/unicode/generate.py; do not edit.
// Source: Unicode Character Database, Unicode 17.0.0, UnicodeData.txt.

/// The full canonical decompositions that differ from the compatibility ones.
enum CanonicalDecompositionTable {
  /// How many scalars come of a byte of UTF-8 at the most.
  static var growth: Int { 1 }

  /// The place of a scalar's sequence times 32, plus its length; 0 for none.
  static var sequences: ScalarTable {
    ScalarTable(
      blockBits: 3,
      groupBits: 5,
      groups: PackedTable(
        width: 2,
        count: 33,
        digits: #"""
          000000010000000000000000000000000000000000000000000000000000020304
          """#
      ),
      blocks: PackedTable(
        width: 2,
        count: 160,
        digits: #"""
          00000000000000000000000000000000000000000000000000000000000000000000000000000000000000\#
          00000000000100000000000000000002000000000000000000000000000000000000000000000000030000\#
          00000000000000000000000000000000000000000000000000000000000000000000040500060007000809\#
          00000000000000000000000000000000000000000000000000000000000000
          """#
      ),
      entries: PackedTable(
        width: 3,
        count: 80,
        digits: #"""
          00000000000000000000000000000000000000001200000000000000004205200000000000000000003200\#
          00000000000000220000000000000000000000000000000000620720820000000000000000920:20;20000\#
          000000000000020120000000000000000000<10000000<Q0=1000000000000000000
          """#
      )
    )
  }

  /// The scalars of all sequences, as ``DecomposedScalar`` keeps them.
  static var pool: PackedTable {
    PackedTable(
      width: 5,
      count: 27,
      digits: #"""
        0002Xl`0<00002Xl`0<10002Xl`0=20005ol`0<7000?Bl`0<1000?Bl`0<8001nol`0<0001nol`0<1001nol`0\#
        =2001onl`0<0001onl`0<1001onl`0=20002d0020200203
        """#
    )
  }
}
