import FoundationEssentials

extension XMLPropertyListReader {
  /// The elements of a property list, by the ASCII bytes of their names as one big-endian number.
  ///
  /// A tag is read for every value and every key; comparing names as numbers creates no strings.
  enum Element: UInt64 {
    case array = 0x61_72_72_61_79
    case data = 0x64_61_74_61
    case date = 0x64_61_74_65
    case dict = 0x64_69_63_74
    case `false` = 0x66_61_6C_73_65
    case integer = 0x69_6E_74_65_67_65_72
    case key = 0x6B_65_79
    case plist = 0x70_6C_69_73_74
    case real = 0x72_65_61_6C
    case string = 0x73_74_72_69_6E_67
    case `true` = 0x74_72_75_65
  }

  struct OpeningTag {
    let element: Element
    /// Whether the tag also closes the element, as in `<dict/>`.
    let isClosed: Bool
    /// The offset of its `<`.
    let start: Int
  }

  /// Reads the element that starts at the current position.
  package mutating func readValue(depth: Int) throws(PropertyListFormatError) -> PropertyListValue {
    let tag = try readOpeningTag()
    switch tag.element {
    case .string: return .string(try readString(of: tag))
    case .integer: return try readInteger(of: tag)
    case .real: return .real(try readReal(of: tag))
    case .date: return .date(try readDate(of: tag))
    case .data: return .data(try readData(of: tag))
    case .true, .false:
      if !tag.isClosed {
        try skipMarkup()
        try requireClosingTag(of: tag)
      }
      return .boolean(tag.element == .true)
    case .array, .dict:
      guard depth < PropertyListFormat.maximumDepth else {
        throw failure("containers are nested too deeply", at: tag.start)
      }
      if tag.element == .array { return .array(try readArray(of: tag, depth: depth + 1)) }
      return .dictionary(try readDictionary(of: tag, depth: depth + 1))
    case .key, .plist:
      throw failure("expected a value, not <\(tag.element)>", at: tag.start)
    }
  }

  private mutating func readArray(
    of tag: OpeningTag,
    depth: Int
  ) throws(PropertyListFormatError) -> [PropertyListValue] {
    var values: [PropertyListValue] = []
    if tag.isClosed { return values }
    while true {
      try skipMarkup()
      if try readClosingTag(.array) { return values }
      try refuseEnd(of: tag)
      values.append(try readValue(depth: depth))
    }
  }

  private mutating func readDictionary(
    of tag: OpeningTag,
    depth: Int
  ) throws(PropertyListFormatError) -> [String: PropertyListValue] {
    if tag.isClosed { return [:] }
    var values = [String: PropertyListValue](minimumCapacity: expectedKeys)
    while true {
      try skipMarkup()
      if try readClosingTag(.dict) {
        expectedKeys = min(values.count, 16)
        return values
      }
      try refuseEnd(of: tag)
      let name = try readOpeningTag()
      guard name.element == .key else { throw failure("expected <key>", at: name.start) }
      let key = try readString(of: name)
      try skipMarkup()
      let value = try readValue(depth: depth)
      // Keeping one of the two values would lose the other when the file is written again.
      guard values.updateValue(value, forKey: key) == nil else {
        throw failure("the key \"\(key)\" occurs twice", at: name.start)
      }
    }
  }

  private func refuseEnd(of tag: OpeningTag) throws(PropertyListFormatError) {
    guard position == bytes.count else { return }
    throw failure("<\(tag.element)> does not end", at: tag.start)
  }
}
