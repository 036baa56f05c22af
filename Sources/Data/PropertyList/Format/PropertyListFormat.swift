/// Reads property lists in XML and the binary format, and writes XML.
///
/// FoundationEssentials' decoder accepts `<real>2</real>` as an integer on request, so a value of
/// another program would change its kind when the file is written again. This reader keeps the
/// kind. For any bytes, it returns or throws in time linear in their number.
package enum PropertyListFormat {
  /// The maximum depth of nested containers, for reading and writing.
  package static let maximumDepth = 128

  /// Reads a property list.
  ///
  /// - Parameter bytes: XML in UTF-8, or the binary format that starts with `bplist00`.
  /// - Returns: the root value, of any kind.
  /// - Throws: the first problem of the bytes, and its place.
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

  /// Writes `value` as XML in the style of Apple's tools, with sorted keys.
  ///
  /// Equal values give equal bytes, except for dictionary keys that are canonically equivalent in
  /// Unicode: they are equal, but their bytes may differ.
  ///
  /// - Throws: when the value contains something that XML cannot represent: a string with a
  ///   character that XML 1.0 excludes, or a date outside the years 0 to 9999; or when containers
  ///   are nested too deeply.
  package static func xml(
    of value: PropertyListValue
  ) throws(PropertyListFormatError) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    return try writer.document(value)
  }
}
