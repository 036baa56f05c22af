/// The prototypes of scalars, which represent their appearance.
///
/// Source: Unicode Technical Standard #39, section 4, and its confusables.txt, version 17.0.0.
enum Prototype {
  /// The skeleton of a text that is in Normalization Form KC.
  static func skeleton(of text: String) -> String {
    let room = NormalizationFormKC.capacity(for: text.utf8.count)
    return ScalarBuffer.with(capacity: room) { parts in
      // Text in Normalization Form KC has no compatibility decompositions left, so this
      // decomposition equals the canonical one that the standard requires.
      var hasIgnorable = false
      for scalar in text.unicodeScalars {
        let properties = ScalarProperties(scalar)
        if properties.isDefaultIgnorable { hasIgnorable = true }
        parts.appendDecomposition(of: scalar, properties)
      }
      // Remove ignorable scalars only after ordering: until then they separate runs of marks.
      parts.order()
      if hasIgnorable { parts.removeAll { ScalarProperties($0.scalar).isDefaultIgnorable } }
      return skeleton(of: parts)
    }
  }

  private static func skeleton(of parts: borrowing ScalarBuffer) -> String {
    ScalarBuffer.with(capacity: PrototypeTable.maximumLength * parts.count) { skeleton in
      for place in 0..<parts.count {
        let part = parts[place]
        let prototype = PrototypeTable.sequences.places(of: part.scalar)
        if prototype.isEmpty {
          skeleton.append(part)
        } else {
          for place in prototype {
            skeleton.append(DecomposedScalar(tabled: PrototypeTable.pool[place]))
          }
        }
      }
      // The table holds prototypes decomposed, so only ordering remains.
      skeleton.order()
      return skeleton.text
    }
  }

  /// The prototype of a decomposed scalar; the scalar itself if the table has none.
  static func prototype(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let places = PrototypeTable.sequences.places(of: scalar)
    guard !places.isEmpty else { return [scalar] }
    return places.map { DecomposedScalar(tabled: PrototypeTable.pool[$0]).scalar }
  }
}
