import FoundationEssentials

/// Writes a property list in XML: the header of Apple's tools, tabs, keys in Unicode order.
struct XMLPropertyListWriter {
  var bytes: [UInt8] = []

  mutating func document(
    _ value: PropertyListValue
  ) throws(PropertyListFormatError) -> [UInt8] {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    )
    try write(value, depth: 0)
    append("</plist>\n")
    return bytes
  }

  private mutating func write(
    _ value: PropertyListValue,
    depth: Int
  ) throws(PropertyListFormatError) {
    indent(depth)
    switch value {
    case .string(let text):
      append("<string>")
      try write(text: text)
      append("</string>\n")
    case .integer(let number):
      append("<integer>\(number)</integer>\n")
    case .unsigned(let number):
      append("<integer>\(number)</integer>\n")
    case .real(let number):
      append("<real>\(number.propertyListText)</real>\n")
    case .boolean(let flag):
      append(flag ? "<true/>\n" : "<false/>\n")
    case .date(let date):
      guard let date = XMLPropertyListDate(timeIntervalSince1970: date.timeIntervalSince1970)
      else { throw PropertyListFormatError("the date is out of range", at: .keys([])) }
      append("<date>")
      date.append(to: &bytes)
      append("</date>\n")
    case .data(let data):
      write(data, depth: depth)
    case .array(let values):
      try write(values, depth: depth)
    case .dictionary(let values):
      try write(values, depth: depth)
    }
  }

  private mutating func write(
    _ values: [PropertyListValue],
    depth: Int
  ) throws(PropertyListFormatError) {
    try refuse(depth)
    guard !values.isEmpty else { return append("<array/>\n") }
    append("<array>\n")
    for (index, value) in values.enumerated() {
      do {
        try write(value, depth: depth + 1)
      } catch {
        throw error.inside(String(index))
      }
    }
    indent(depth)
    append("</array>\n")
  }

  private mutating func write(
    _ values: [String: PropertyListValue],
    depth: Int
  ) throws(PropertyListFormatError) {
    try refuse(depth)
    guard !values.isEmpty else { return append("<dict/>\n") }
    append("<dict>\n")
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      indent(depth + 1)
      append("<key>")
      do {
        try write(text: key)
        append("</key>\n")
        try write(value, depth: depth + 1)
      } catch {
        throw error.inside(key)
      }
    }
    indent(depth)
    append("</dict>\n")
  }

  /// Wraps lines at 76 columns, with tabs of eight columns, as Apple's tools do.
  ///
  /// From a depth of eight on, a line has 16 characters of Base64 after its tabs.
  private mutating func write(_ data: Data, depth: Int) {
    append("<data>\n")
    var rest = Array(data.base64EncodedString().utf8)[...]
    let width = max(16, 76 - 8 * depth)
    while !rest.isEmpty {
      indent(depth)
      bytes.append(contentsOf: rest.prefix(width))
      append("\n")
      rest = rest.dropFirst(width)
    }
    indent(depth)
    append("</data>\n")
  }

  private func refuse(_ depth: Int) throws(PropertyListFormatError) {
    guard depth < PropertyListFormat.maximumDepth else {
      throw PropertyListFormatError("containers are nested too deeply", at: .keys([]))
    }
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { bytes.append(0x09) }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
