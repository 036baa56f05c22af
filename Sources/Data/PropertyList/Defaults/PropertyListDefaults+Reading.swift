public import FoundationEssentials
public import MonikerDomain
import Synchronization

/// Reading. Each answer is what was set here and not written yet, else what the file held when it
/// was last read or written here, else what is registered. The first read reads the file;
/// `synchronize()` reads it again.
///
/// How the typed reads convert; where nothing is said, the answer is the one for no value:
///
/// | stored | string | integer | double, float | bool |
/// |---|---|---|---|---|
/// | no value | nil | 0 | 0 | false |
/// | string | itself | the digits it starts with, see below | the number it starts with | see below |
/// | integer | its digits | itself | the nearest | whether it is not 0 |
/// | real | its digits; without ".0" up to 2^53 | without the fraction | itself | whether it is not 0 |
/// | boolean | "1" or "0" | 1 or 0 | 1 or 0 | itself |
///
/// Numbers that do not fit become the nearest that does; not a number becomes the integer 0, and
/// is true. In strings, white space at the start is skipped, and what follows a number is ignored.
/// A string is true when it starts with Y, y, T or t, or with a number that has a digit other than
/// 0 ("YES", "true", "1", "+07"; not "on").
///
/// Every read `throws` what keeps the file from being read: the system's failures, and
/// ``/MonikerDomain/StoreFailure/Reason/damaged`` where it is no property list with a dictionary at
/// its root.
extension PropertyListDefaults {
  /// The value of `key`, or nil where there is none.
  public func object(forKey key: String) throws(StoreFailure) -> PropertyListValue? {
    try state.withLock { state throws(StoreFailure) in
      // What was set here needs no file, and can be read when there is trouble with it.
      if let change = state.changes[key] { return change ?? state.registered[key] }
      return try content(of: &state)[key] ?? state.registered[key]
    }
  }

  /// The value of `key` as text; of numbers and booleans, their digits.
  public func string(forKey key: String) throws(StoreFailure) -> String? {
    try object(forKey: key)?.convertedString
  }

  /// The value of `key` as a whole number, or 0.
  public func integer(forKey key: String) throws(StoreFailure) -> Int {
    try object(forKey: key)?.convertedInteger ?? 0
  }

  /// The value of `key` as a floating-point number, or 0.
  public func double(forKey key: String) throws(StoreFailure) -> Double {
    try object(forKey: key)?.convertedDouble ?? 0
  }

  /// The value of `key` as a floating-point number, or 0.
  public func float(forKey key: String) throws(StoreFailure) -> Float {
    let number = try double(forKey: key)
    guard number.isFinite else { return Float(number) }
    let greatest = Float.greatestFiniteMagnitude
    return min(max(Float(number), -greatest), greatest)
  }

  /// The value of `key` as true or false.
  public func bool(forKey key: String) throws(StoreFailure) -> Bool {
    try object(forKey: key)?.convertedBool ?? false
  }

  /// The value of `key`, if it is bytes.
  public func data(forKey key: String) throws(StoreFailure) -> Data? {
    guard case .data(let data) = try object(forKey: key) else { return nil }
    return data
  }

  /// The value of `key`, if it is a moment.
  public func date(forKey key: String) throws(StoreFailure) -> Date? {
    guard case .date(let date) = try object(forKey: key) else { return nil }
    return date
  }

  /// The value of `key`, if it is values in order.
  public func array(forKey key: String) throws(StoreFailure) -> [PropertyListValue]? {
    guard case .array(let values) = try object(forKey: key) else { return nil }
    return values
  }

  /// The value of `key`, if it is values in order and each of them a string.
  public func stringArray(forKey key: String) throws(StoreFailure) -> [String]? {
    guard let values = try array(forKey: key) else { return nil }
    var strings: [String] = []
    for value in values {
      guard case .string(let string) = value else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// The value of `key`, if it is values by name.
  public func dictionary(forKey key: String) throws(StoreFailure) -> [String: PropertyListValue]? {
    guard case .dictionary(let values) = try object(forKey: key) else { return nil }
    return values
  }

  /// All values by key, the registered ones included.
  public func dictionaryRepresentation() throws(StoreFailure) -> [String: PropertyListValue] {
    try state.withLock { state throws(StoreFailure) in
      let stored = state.applyingChanges(to: try content(of: &state))
      return state.registered.merging(stored) { $1 }
    }
  }

  /// The file's content, which is read unless that has been done.
  private func content(of state: inout State) throws(StoreFailure) -> [String: PropertyListValue] {
    if let content = state.content { return content }
    let content = try read() ?? [:]
    state.content = content
    return content
  }
}

extension PropertyListDefaults.State {
  /// `content` with the changes made to it.
  func applyingChanges(to content: [String: PropertyListValue]) -> [String: PropertyListValue] {
    var content = content
    for (key, value) in changes { content[key] = value }
    return content
  }
}
