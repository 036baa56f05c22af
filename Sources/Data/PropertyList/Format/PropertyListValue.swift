public import FoundationEssentials

/// A value of a property list, with the exact kind that the file stores.
///
/// `<real>2</real>` is neither `<integer>2</integer>` nor `<true/>`: a value that another program
/// has written keeps its kind. There is no case for the set and the UID of keyed archives; a file
/// with one of them is refused, because an XML property list cannot represent them.
public enum PropertyListValue: Sendable {
  /// Text.
  case string(String)

  /// A whole number.
  case integer(Int64)

  /// A whole number above `Int64.max`.
  ///
  /// Reading produces this case for no other number. A smaller number in this case equals the
  /// `integer` as which it is read back.
  case unsigned(UInt64)

  /// A floating-point number, which may be infinite or not a number.
  case real(Double)

  /// True or false.
  case boolean(Bool)

  /// A date; XML, the written format, drops fractions of a second.
  ///
  /// The written date is the last whole second that is not later. Years range from 0 to 9999 in the
  /// Gregorian calendar.
  case date(Date)

  /// Bytes.
  case data(Data)

  /// An array of values.
  case array([PropertyListValue])

  /// A dictionary of values by key.
  ///
  /// Keys that are canonically equivalent in Unicode are one key, as in any Swift dictionary. A
  /// file with two equivalent keys in one dictionary is refused.
  case dictionary([String: PropertyListValue])
}
