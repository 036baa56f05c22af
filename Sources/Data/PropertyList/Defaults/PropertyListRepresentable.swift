public import FoundationEssentials

/// A type whose values a property list can hold.
///
/// Text, numbers, booleans, dates, data, URLs, and arrays and dictionaries of these conform. A type of
/// your own conforms by naming the value that stands for it.
public protocol PropertyListRepresentable {
  /// The value in the property list.
  var propertyListValue: PropertyListValue { get }
}

extension PropertyListValue: PropertyListRepresentable {
  /// The value itself.
  public var propertyListValue: PropertyListValue { self }
}

extension String: PropertyListRepresentable {
  /// The text.
  public var propertyListValue: PropertyListValue { .string(self) }
}

extension Substring: PropertyListRepresentable {
  /// The text.
  public var propertyListValue: PropertyListValue { .string(String(self)) }
}

extension Bool: PropertyListRepresentable {
  /// True or false.
  public var propertyListValue: PropertyListValue { .boolean(self) }
}

extension Double: PropertyListRepresentable {
  /// The number.
  public var propertyListValue: PropertyListValue { .real(self) }
}

extension Float: PropertyListRepresentable {
  /// The same number with the precision of `Double`.
  public var propertyListValue: PropertyListValue { .real(Double(self)) }
}

extension Date: PropertyListRepresentable {
  /// The date, which the file stores in whole seconds.
  public var propertyListValue: PropertyListValue { .date(self) }
}

extension Data: PropertyListRepresentable {
  /// The bytes.
  public var propertyListValue: PropertyListValue { .data(self) }
}

extension URL: PropertyListRepresentable {
  /// The path of a file URL, and the text of any other URL, relative to nothing.
  public var propertyListValue: PropertyListValue {
    .string(isFileURL ? absoluteURL.path(percentEncoded: false) : absoluteString)
  }
}

extension Array: PropertyListRepresentable where Element: PropertyListRepresentable {
  /// The values in order.
  public var propertyListValue: PropertyListValue { .array(map(\.propertyListValue)) }
}

extension Dictionary: PropertyListRepresentable
where Key == String, Value: PropertyListRepresentable {
  /// The values by key.
  public var propertyListValue: PropertyListValue { .dictionary(mapValues(\.propertyListValue)) }
}

extension PropertyListRepresentable where Self: FixedWidthInteger {
  /// The number.
  ///
  /// - Precondition: it is within the range of `Int64` or of `UInt64`.
  public var propertyListValue: PropertyListValue {
    Int64(exactly: self).map { .integer($0) } ?? .unsigned(UInt64(self))
  }
}

extension Int: PropertyListRepresentable {}
extension Int8: PropertyListRepresentable {}
extension Int16: PropertyListRepresentable {}
extension Int32: PropertyListRepresentable {}
extension Int64: PropertyListRepresentable {}
extension UInt: PropertyListRepresentable {}
extension UInt8: PropertyListRepresentable {}
extension UInt16: PropertyListRepresentable {}
extension UInt32: PropertyListRepresentable {}
extension UInt64: PropertyListRepresentable {}
