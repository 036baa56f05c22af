extension Unicode.Scalar {
  /// Whether the scalar may stand in a line of text that every store can keep.
  ///
  /// Control characters and line and paragraph separators would break a line of output;
  /// noncharacters have no place in interchange (Unicode 17.0, section 23.7), and a property list
  /// cannot hold U+FFFE and U+FFFF (XML 1.0, production 2).
  var isStorable: Bool {
    // The tables of properties take a hundred times as long.
    if isASCII { return 0x20..<0x7F ~= value }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isNoncharacterCodePoint
    }
  }
}

extension String {
  /// Whether each of its scalars is such a one.
  var isStorable: Bool {
    var text = self
    // Most are of these alone, which are told by their bytes; without an early end, several at a time.
    let isPlain = text.withUTF8 { utf8 in
      var isPlain = true
      for byte in utf8 { isPlain = (byte &- 0x20 < 0x5F) && isPlain }
      return isPlain
    }
    return isPlain || unicodeScalars.allSatisfy(\.isStorable)
  }
}
