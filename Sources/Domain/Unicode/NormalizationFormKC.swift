/// Normalization Form KC of Unicode 17.
///
/// Source: Unicode Standard Annex #15, version 17.0.0; the Unicode Standard, sections 3.11 and
/// 3.12.
package enum NormalizationFormKC {
  /// Returns the text in Normalization Form KC.
  package static func normalized(_ text: String) -> String {
    ScalarBuffer.with(capacity: capacity(for: text.utf8.count)) { buffer in
      var normalizer = Normalizer()
      for scalar in text.unicodeScalars {
        normalizer.append(scalar, ScalarProperties(scalar), to: &buffer)
      }
      normalizer.finish(&buffer)
      return buffer.text
    }
  }

  /// Normalizes the scalars in place, in time linear in their number.
  static func normalize(_ scalars: inout [Unicode.Scalar]) {
    scalars = Array(normalized(String(scalars: scalars)).unicodeScalars)
  }

  /// Returns the scalars in Normalization Form KD.
  static func decomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    let text = String(scalars: Array(scalars))
    return ScalarBuffer.with(capacity: capacity(for: text.utf8.count)) { buffer in
      for scalar in text.unicodeScalars {
        buffer.appendDecomposition(of: scalar, ScalarProperties(scalar))
      }
      buffer.order()
      return buffer.scalars
    }
  }

  /// The number of scalars that a text of `bytes` bytes of UTF-8 may need.
  ///
  /// A Hangul syllable decomposes into three scalars; an ASCII character and a lower-cased İ do not
  /// grow.
  static func capacity(for bytes: Int) -> Int {
    max(1, DecompositionTable.growth) * bytes
  }

  /// Appends scalars to a buffer one by one and leaves the buffer normalized.
  ///
  /// Most scalars have class 0 and pass the quick check. They are normalized in any position, and
  /// no scalar before them composes with them. They are kept undecomposed, unless a scalar that may
  /// compose with them follows.
  struct Normalizer {
    /// The last scalar, if it was kept undecomposed.
    private var whole: (scalar: Unicode.Scalar, properties: ScalarProperties)?
    private var isWholeAllOver = true

    @inline(__always)
    mutating func append(
      _ scalar: Unicode.Scalar,
      _ properties: ScalarProperties,
      to buffer: inout ScalarBuffer
    ) {
      if properties.isBoundary {
        buffer.append(DecomposedScalar(starter: scalar, isPlain: properties.isPlain))
        whole = (scalar, properties)
      } else {
        takeApart(scalar, properties, in: &buffer)
      }
    }

    private mutating func takeApart(
      _ scalar: Unicode.Scalar,
      _ properties: ScalarProperties,
      in buffer: inout ScalarBuffer
    ) {
      isWholeAllOver = false
      if let whole, whole.properties.decomposes {
        buffer.removeLast()
        buffer.appendDecomposition(of: whole.scalar, whole.properties)
      }
      whole = nil
      buffer.appendDecomposition(of: scalar, properties)
    }

    mutating func finish(_ buffer: inout ScalarBuffer) {
      guard !isWholeAllOver else { return }
      buffer.order()
      buffer.compose()
    }
  }
}
