/// Property lists as bytes: reads XML and binary ones, writes XML.
///
/// FoundationEssentials' decoder takes `<real>2</real>` for an integer when it is asked to, so
/// another program's value would change its kind on the way through. This one does not lose it,
/// and takes damaged bytes for what they are: whatever it is given, it returns or throws, in time
/// that is linear in the number of bytes.
package enum PropertyListFormat {
  /// The most containers that may be nested in each other, in both directions.
  static let maximumDepth = 128

  /// Reads a property list.
  ///
  /// - Parameter bytes: XML in UTF-8, or the binary format that starts with `bplist00`.
  /// - Returns: the value at its root, of whatever kind.
  /// - Throws: what keeps the bytes from being a property list, and where.
  package static func value(
    from bytes: [UInt8]
  ) throws(PropertyListFormatError) -> PropertyListValue {
    if bytes.isEmpty { throw PropertyListFormatError("it is empty", at: .file) }
    if bytes.starts(with: "bplist".utf8) {
      var reader = try BinaryPropertyListReader(bytes)
      return try reader.readRoot()
    }
    var reader = XMLPropertyListReader(bytes)
    return try reader.readDocument()
  }

  /// Writes `value` as XML, the way Apple's tools do, its keys sorted: equal values give equal
  /// bytes.
  ///
  /// - Throws: when it holds something that XML cannot: a string with a character that XML 1.0
  ///   excludes, a date outside the years 0 to 9999, or too many containers in each other.
  package static func xml(
    of value: PropertyListValue
  ) throws(PropertyListFormatError) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    return try writer.document(value)
  }
}
