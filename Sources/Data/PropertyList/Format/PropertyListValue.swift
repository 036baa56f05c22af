public import FoundationEssentials

/// A value that a property list can hold, told apart as exactly as the file tells them apart.
///
/// `<real>2</real>` is not `<integer>2</integer>` and neither is `<true/>`: what another program
/// has written comes back as the same kind of value. There is no case for the set and the UID of
/// keyed archives; a file with one of them is refused, because no property list in XML could give
/// it back.
public enum PropertyListValue: Sendable {
  /// Text.
  case string(String)

  /// A whole number.
  case integer(Int64)

  /// A whole number above `Int64.max`.
  ///
  /// Reading makes this case for no other number, and a smaller one equals the `integer` that it
  /// is read back as.
  case unsigned(UInt64)

  /// A floating-point number, which may be infinite or not a number.
  case real(Double)

  /// True or false.
  case boolean(Bool)

  /// A moment; in XML, which is what is written, fractions of a second are dropped.
  ///
  /// The moment written is the last whole second that is not later. Years go from 0 to 9999 in the
  /// Gregorian calendar.
  case date(Date)

  /// Bytes.
  case data(Data)

  /// Values in order.
  case array([PropertyListValue])

  /// Values by name.
  ///
  /// Names that are canonically equivalent in Unicode are one name, as in any Swift dictionary. A
  /// file in which two names of one dictionary are equivalent is refused.
  case dictionary([String: PropertyListValue])
}
