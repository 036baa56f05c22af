/// One application of the mappings of the Nickname profile to a text.
///
/// The mappings are spaces, lower case if required, and Normalization Form KC.
struct NicknameMapping {
  private var normalizer = NormalizationFormKC.Normalizer()
  private var followsSpaces = false
  private var isEmpty = true

  /// Maps a text into an empty buffer.
  ///
  /// - Returns: whether another application would change the result.
  @inline(__always)
  static func apply(
    to text: some Collection<Unicode.Scalar>,
    lowercasing: Bool,
    in buffer: inout ScalarBuffer
  ) -> Survey.State {
    var mapping = NicknameMapping()
    if lowercasing {
      Lowercase.forEach(in: text) { scalar, properties in
        mapping.take(scalar, properties, into: &buffer)
      }
    } else {
      for scalar in text { mapping.take(scalar, ScalarProperties(scalar), into: &buffer) }
    }
    mapping.normalizer.finish(&buffer)
    return Survey.state(of: buffer, lowercasing: lowercasing)
  }

  /// Replaces each inner run of spaces with one U+0020, and drops spaces at both ends.
  @inline(__always)
  private mutating func take(
    _ scalar: Unicode.Scalar,
    _ properties: ScalarProperties,
    into buffer: inout ScalarBuffer
  ) {
    if properties.isSpaceSeparator {
      followsSpaces = true
      return
    }
    if followsSpaces, !isEmpty { normalizer.append(" ", ScalarProperties(" "), to: &buffer) }
    followsSpaces = false
    isEmpty = false
    normalizer.append(scalar, properties, to: &buffer)
  }
}
