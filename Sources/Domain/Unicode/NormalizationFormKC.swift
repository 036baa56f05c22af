/// Normalization Form KC, by Unicode 17.
///
/// Source: Unicode Standard Annex #15, version 17.0.0; the Unicode Standard, sections 3.11 and 3.12.
package enum NormalizationFormKC {
  /// The text in the form.
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

  /// Puts the scalars in the form, in time linear in their number.
  static func normalize(_ scalars: inout [Unicode.Scalar]) {
    scalars = Array(normalized(String(scalars: scalars)).unicodeScalars)
  }

  /// The scalars in Normalization Form KD.
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

  /// How much room a text may need that has so many bytes in UTF-8.
  ///
  /// A syllable of Korean comes apart into three, an ASCII character or a lower-cased İ does not grow.
  static func capacity(for bytes: Int) -> Int {
    max(1, DecompositionTable.growth) * bytes
  }

  /// Takes scalars one after another into a buffer and leaves them there in the form.
  ///
  /// Most scalars are in it wherever they stand, and nothing before them reaches into them: those
  /// of class 0 that pass the quick check. They are kept whole, unless what follows may go into
  /// them.
  struct Normalizer {
    /// The last scalar, if it was kept whole.
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
