extension SQLitePageSum {
  /// A change of one 32-bit word after which a page fits its checksum.
  struct Correction {
    /// The place of the word in the page, in bytes.
    let offset: Int
    /// The right word, with the lowest byte first.
    let word: UInt32

    /// Makes the change.
    func apply(to page: UnsafeMutableRawBufferPointer) {
      page.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
  }

  /// Returns the changes of one byte after which a damaged page fits its checksum.
  ///
  /// If one byte of the page is damaged, they contain its right value, and others in which a
  /// multiple of 2^23 is added to a word: the sums of two words that far up are equal if the words are
  /// a multiple of 384 or fewer words apart. With more damage, a page has a correction by chance in
  /// one of a million cases.
  ///
  /// The sums are linear: if a word changes by `v`, they change by `v` times two factors, which are
  /// Fibonacci numbers and depend on the place of the word.
  ///
  /// - Parameter number: the page number, from 1 on.
  static func corrections(
    of page: UnsafeRawBufferPointer,
    number: Int
  ) -> [Correction] {
    let (sum, kept) = (sum(of: page, number: number), kept(page))
    var corrections: [Correction] = []
    // The checksum of the first page may be of either kind.
    for mask in number == 1 ? [0, lenience] : [0] {
      let wanted = kept ^ mask
      if hasOneByte(wanted ^ sum) {
        let isHigh = (wanted ^ sum) >> 32 != 0
        corrections.append(
          Correction(
            offset: page.count - (isHigh ? 4 : 8),
            word: UInt32(truncatingIfNeeded: (sum ^ mask) >> (isHigh ? 32 : 0))
          )
        )
      }
      let change = (
        UInt32(truncatingIfNeeded: wanted) &- UInt32(truncatingIfNeeded: sum),
        UInt32(truncatingIfNeeded: wanted >> 32) &- UInt32(truncatingIfNeeded: sum >> 32)
      )
      var factors: (UInt32, UInt32) = (0, 1)
      for offset in stride(from: page.count - length - 4, through: 0, by: -4) {
        let word = UInt32(
          littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        )
        if let difference = quotient(change, factors),
          hasOneByte(UInt64(word ^ (word &+ difference)))
        {
          corrections.append(Correction(offset: offset, word: word &+ difference))
        }
        factors = (factors.1, factors.0 &+ factors.1)
      }
    }
    return corrections
  }

  /// Whether all bits that are set are within one byte, and at least one is.
  private static func hasOneByte(_ bits: UInt64) -> Bool {
    bits != 0 && bits.leadingZeroBitCount / 8 + bits.trailingZeroBitCount / 8 == 7
  }

  /// The number whose products with the factors are the values; nil if there is none.
  private static func quotient(
    _ values: (UInt32, UInt32),
    _ factors: (UInt32, UInt32)
  ) -> UInt32? {
    // Of two adjacent Fibonacci numbers at most one is even.
    let quotient =
      factors.0 & 1 == 1 ? values.0 &* inverse(factors.0) : values.1 &* inverse(factors.1)
    return factors.0 &* quotient == values.0 && factors.1 &* quotient == values.1 ? quotient : nil
  }

  /// The inverse of an odd number modulo 2^32, by Newton's method.
  private static func inverse(_ odd: UInt32) -> UInt32 {
    // Right in three bits; each step doubles their number.
    var inverse = odd
    for _ in 0..<4 { inverse = inverse &* (2 &- odd &* inverse) }
    return inverse
  }
}
