/// Normalization Form C of Unicode 17.
///
/// Source: Unicode Standard Annex #15, version 17.0.0; the Unicode Standard, sections 3.11 and
/// 3.12.
package enum NormalizationFormC {
  /// Returns the text in Normalization Form C, in time linear in its length.
  package static func normalized(_ text: String) -> String {
    // ASCII is in this form.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let growth = max(1, DecompositionTable.growth, CanonicalDecompositionTable.growth)
    return ScalarBuffer.with(capacity: growth * text.utf8.count) { buffer in
      for scalar in text.unicodeScalars { buffer.appendCanonicalDecomposition(of: scalar) }
      buffer.order()
      buffer.compose()
      return buffer.text
    }
  }
}
