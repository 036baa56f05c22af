extension Unicode.Scalar {
  /// Whether every store can keep the scalar in a line of text.
  ///
  /// Control characters and line and paragraph separators would break a line of output.
  /// Noncharacters are not for interchange (Unicode 17.0, section 23.7). A property list cannot
  /// hold U+FFFE and U+FFFF (XML 1.0, production 2).
  var isStorable: Bool {
    // The property tables take a hundred times as long.
    if isASCII { return 0x20..<0x7F ~= value }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isNoncharacterCodePoint
    }
  }
}

extension String {
  /// Whether every scalar of the text is storable.
  var isStorable: Bool {
    var text = self
    // Most texts are printable ASCII alone, which their bytes show. Without an early exit, the loop
    // is vectorized.
    let isPlain = text.withUTF8 { utf8 in
      var isPlain = true
      for byte in utf8 { isPlain = (byte &- 0x20 < 0x5F) && isPlain }
      return isPlain
    }
    return isPlain || unicodeScalars.allSatisfy(\.isStorable)
  }
}
