extension ScalarBuffer {
  /// Applies the canonical composition algorithm (the Unicode Standard, D117).
  ///
  /// Each scalar that is not blocked is composed into the last starter if the two have a primary
  /// composite.
  mutating func compose() {
    var starter: Int?
    var blockingClass: UInt8?
    var end = 0
    for place in 0..<count {
      let next = self[place]
      // Blocked: the marks since the starter include one whose class is not lower.
      let isBlocked = blockingClass.map { $0 >= next.combiningClass } ?? false
      if next.mayComposeWithPrevious, let starter, !isBlocked,
        let composite = Self.composite(of: self[starter].scalar, next.scalar)
      {
        self[starter] = DecomposedScalar(starter: composite)
        continue
      }
      if next.combiningClass == 0 {
        starter = end
        blockingClass = nil
      } else {
        blockingClass = next.combiningClass
      }
      if end != place { self[end] = next }
      end += 1
    }
    removeLast(count - end)
  }

  private static func composite(
    of first: Unicode.Scalar,
    _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    if let syllable = HangulSyllable.composing(first, second) { return syllable }
    let pair = Int(second.value) << 21 | Int(first.value)
    guard let place = CompositionTable.pairs.lastPlace(notAbove: pair),
      CompositionTable.pairs[place] == pair
    else { return nil }
    return Unicode.Scalar(UInt32(CompositionTable.composites[place]))
  }
}
