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
