/// Normalization Form KC, by Unicode 17.
///
/// Source: Unicode Standard Annex #15, version 17.0.0; the Unicode Standard, sections 3.11 and 3.12.
package enum NormalizationFormKC {
  /// The text in the form.
  package static func normalized(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    normalize(&scalars)
    return String(scalars: scalars)
  }

  /// Puts the scalars in the form, in time linear in their number.
  static func normalize(_ scalars: inout [Unicode.Scalar]) {
    var parts = decomposed(scalars)
    compose(&parts)
    scalars.removeAll(keepingCapacity: true)
    scalars.append(contentsOf: parts.lazy.map(\.scalar))
  }

  /// The same scalars in Normalization Form KD.
  static func decomposed(_ scalars: [Unicode.Scalar]) -> [DecomposedScalar] {
    var parts: [DecomposedScalar] = []
    parts.reserveCapacity(scalars.count + scalars.count / 2 + 8)
    for scalar in scalars { append(scalar, to: &parts) }
    CanonicalOrder.restore(in: &parts)
    return parts
  }

  /// What a single scalar is decomposed to.
  static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    decomposed([scalar]).map(\.scalar)
  }

  private static func append(_ scalar: Unicode.Scalar, to parts: inout [DecomposedScalar]) {
    if let syllable = HangulSyllable(scalar) {
      syllable.decompose { parts.append(DecomposedScalar($0)) }
      return
    }
    guard !scalar.isASCII, let sequence = DecompositionTable.sequence(of: scalar) else {
      parts.append(DecomposedScalar(scalar))
      return
    }
    for place in sequence { parts.append(DecomposedScalar(DecompositionTable.scalar(at: place))) }
  }

  /// The canonical composition algorithm (D117): each mark that is not blocked goes into the last
  /// starter with which it has a primary composite.
  private static func compose(_ parts: inout [DecomposedScalar]) {
    var starter: Int?
    var blockingClass: UInt8?
    var end = 0
    for next in parts {
      // Blocked: something stands in between that is no starter's mark of a lower class.
      let isBlocked = blockingClass.map { $0 == 0 || $0 >= next.combiningClass } ?? false
      if next.mayComposeWithPrevious, let place = starter, !isBlocked,
        let composite = composite(of: parts[place].scalar, next.scalar)
      {
        parts[place] = DecomposedScalar(composite)
        continue
      }
      if next.combiningClass == 0 {
        starter = end
        blockingClass = nil
      } else {
        blockingClass = next.combiningClass
      }
      parts[end] = next
      end += 1
    }
    parts.removeLast(parts.count - end)
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

extension DecompositionTable {
  /// The places of a scalar's decomposition; nil if it has none.
  static func sequence(of scalar: Unicode.Scalar) -> Range<Int>? {
    SequenceLookup.places(of: scalar, blocks: blocks, entries: entries, pool: pool, blockBits)
  }

  /// The scalar at one of those places.
  static func scalar(at place: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(pool[place])) ?? "\u{FFFD}"
  }
}
