/// What scalars look like.
///
/// Source: Unicode Technical Standard #39, section 4, and its confusables.txt, version 17.0.0.
enum Prototype {
  /// The skeleton of a text that is in Normalization Form KC.
  static func skeleton(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return String(scalars: asciiSkeleton(of: text)) }
    // In this form nothing with a compatibility decomposition is left: the canonical one, which
    // the standard asks for, is the same.
    var parts: [DecomposedScalar] = []
    for part in NormalizationFormKC.decomposed(Array(text.unicodeScalars)) {
      guard !ScalarProperties(part.scalar).isDefaultIgnorable else { continue }
      append(part, to: &parts)
    }
    // The table holds prototypes decomposed, so that ordering them is all that is left to do.
    CanonicalOrder.restore(in: &parts)
    return String(scalars: parts.lazy.map(\.scalar))
  }

  /// What a decomposed scalar looks like: its prototype, or itself.
  static func prototype(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    places(of: scalar)?.map(Self.scalar) ?? [scalar]
  }

  private static func asciiSkeleton(of text: String) -> [Unicode.Scalar] {
    var skeleton: [Unicode.Scalar] = []
    skeleton.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      if let places = places(of: scalar) {
        for place in places { skeleton.append(Self.scalar(at: place)) }
      } else {
        skeleton.append(scalar)
      }
    }
    return skeleton
  }

  private static func append(_ part: DecomposedScalar, to parts: inout [DecomposedScalar]) {
    if let places = places(of: part.scalar) {
      for place in places { parts.append(DecomposedScalar(scalar(at: place))) }
    } else {
      parts.append(part)
    }
  }

  private static func places(of scalar: Unicode.Scalar) -> Range<Int>? {
    guard ScalarProperties(scalar).hasPrototype else { return nil }
    return SequenceLookup.places(
      of: scalar,
      blocks: PrototypeTable.blocks,
      entries: PrototypeTable.entries,
      pool: PrototypeTable.pool,
      PrototypeTable.blockBits
    )
  }

  private static func scalar(at place: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(PrototypeTable.pool[place])) ?? "\u{FFFD}"
  }
}
