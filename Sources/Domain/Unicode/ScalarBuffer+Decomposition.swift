extension ScalarBuffer {
  /// Appends the full compatibility decomposition of a scalar.
  mutating func appendDecomposition(of scalar: Unicode.Scalar, _ properties: ScalarProperties) {
    guard properties.decomposes else {
      append(DecomposedScalar(scalar, properties))
      return
    }
    appendDecomposition(of: scalar)
  }

  /// Appends the full canonical decomposition of a scalar.
  mutating func appendCanonicalDecomposition(of scalar: Unicode.Scalar) {
    let properties = ScalarProperties(scalar)
    guard properties.decomposesCanonically else {
      append(DecomposedScalar(scalar, properties))
      return
    }
    let different = CanonicalDecompositionTable.sequences.places(of: scalar)
    guard different.isEmpty else {
      for place in different {
        append(DecomposedScalar(tabled: CanonicalDecompositionTable.pool[place]))
      }
      return
    }
    appendDecomposition(of: scalar)
  }

  private mutating func appendDecomposition(of scalar: Unicode.Scalar) {
    if let syllable = HangulSyllable(scalar) {
      let letters = syllable.letters
      append(DecomposedScalar(starter: letters.leading))
      append(DecomposedScalar(joining: letters.vowel))
      if let trailing = letters.trailing { append(DecomposedScalar(joining: trailing)) }
      return
    }
    for place in DecompositionTable.sequences.places(of: scalar) {
      append(DecomposedScalar(tabled: DecompositionTable.pool[place]))
    }
  }

  /// Puts the scalars in canonical order (the Unicode Standard, D108 and D109).
  ///
  /// Each run of marks is sorted by combining class; marks of one class keep their order. The time
  /// is linear however long a run is: a megabyte of marks is one run.
  mutating func order() {
    var start = 0
    while start < count {
      guard self[start].combiningClass != 0 else {
        start += 1
        continue
      }
      var end = start + 1
      var isOrdered = true
      while end < count, self[end].combiningClass != 0 {
        if self[end].combiningClass < self[end - 1].combiningClass { isOrdered = false }
        end += 1
      }
      if !isOrdered { sort(start..<end) }
      start = end
    }
  }

  private mutating func sort(_ run: Range<Int>) {
    if run.count > 16 {
      sortByCounting(run)
      return
    }
    for place in run.dropFirst() {
      let part = self[place]
      var hole = place
      while hole > run.lowerBound, self[hole - 1].combiningClass > part.combiningClass {
        self[hole] = self[hole - 1]
        hole -= 1
      }
      self[hole] = part
    }
  }

  private mutating func sortByCounting(_ run: Range<Int>) {
    var marks: [DecomposedScalar] = []
    marks.reserveCapacity(run.count)
    for place in run { marks.append(self[place]) }
    var next = [Int](repeating: run.lowerBound, count: 257)
    for mark in marks { next[Int(mark.combiningClass) + 1] += 1 }
    for value in 1..<next.count { next[value] += next[value - 1] - run.lowerBound }
    for mark in marks {
      let value = Int(mark.combiningClass)
      self[next[value]] = mark
      next[value] += 1
    }
  }
}
