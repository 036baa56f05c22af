public import FoundationEssentials
public import MonikerDomain
import Synchronization

/// The typed reads.
///
/// A read returns the value that was set here and is not written yet, else the value that the file
/// held when it was last read or written here, else the registered default. The first read reads
/// the file; `synchronize()` reads it again.
///
/// The typed reads convert as follows. For all other kinds of values they return the result for a
/// missing value:
///
/// | stored | string | integer | double, float | bool |
/// |---|---|---|---|---|
/// | no value | nil | 0 | 0 | false |
/// | string | itself | its leading integer | its leading number | see below |
/// | integer | its digits | itself | the nearest | whether it is not 0 |
/// | real | its digits; no ".0" up to 2^53 | without the fraction | itself | whether it is not 0 |
/// | boolean | "1" or "0" | 1 or 0 | 1 or 0 | itself |
///
/// A number out of range becomes the nearest number in range. Not a number becomes the integer 0,
/// and is true. In strings, leading characters with the Unicode property White_Space are skipped,
/// and text after a number is ignored. A string is true if it begins with Y, y, T or t, or if, after
/// an optional sign and zeros, a digit from 1 to 9 follows ("YES", "true", "1", "+07"; not "on",
/// "-yes" or "0.5").
///
/// A read that needs the file throws the failures of the system, and
/// ``/MonikerDomain/StoreFailure/Reason/damaged`` if the file is no property list with a dictionary
/// at its root.
extension PropertyListDefaults {
  /// Returns the value of `key`, or nil if there is none.
  public func object(forKey key: String) throws(StoreFailure) -> PropertyListValue? {
    try state.withLock { state throws(StoreFailure) in
      // Values set here need no file, so they can be read even if the file cannot.
      if let change = state.changes[key] { return change ?? state.registered[key] }
      if state.isCleared { return state.registered[key] }
      return try content(of: &state)[key] ?? state.registered[key]
    }
  }

  /// Returns the value of `key` as text; a number or boolean becomes its digits.
  public func string(forKey key: String) throws(StoreFailure) -> String? {
    try object(forKey: key)?.convertedString
  }

  /// Returns the value of `key` as a whole number, or 0.
  public func integer(forKey key: String) throws(StoreFailure) -> Int {
    try object(forKey: key)?.convertedInteger ?? 0
  }

  /// Returns the value of `key` as a floating-point number, or 0.
  public func double(forKey key: String) throws(StoreFailure) -> Double {
    try object(forKey: key)?.convertedDouble ?? 0
  }

  /// Returns the value of `key` as a floating-point number, or 0.
  public func float(forKey key: String) throws(StoreFailure) -> Float {
    let number = try double(forKey: key)
    guard number.isFinite else { return Float(number) }
    let greatest = Float.greatestFiniteMagnitude
    return min(max(Float(number), -greatest), greatest)
  }

  /// Returns the value of `key` as true or false.
  public func bool(forKey key: String) throws(StoreFailure) -> Bool {
    try object(forKey: key)?.convertedBool ?? false
  }

  /// Returns the value of `key` if it is data, else nil.
  public func data(forKey key: String) throws(StoreFailure) -> Data? {
    guard case .data(let data) = try object(forKey: key) else { return nil }
    return data
  }

  /// Returns the value of `key` if it is a date, else nil.
  public func date(forKey key: String) throws(StoreFailure) -> Date? {
    guard case .date(let date) = try object(forKey: key) else { return nil }
    return date
  }

  /// Returns the value of `key` if it is text that names a URL, else nil.
  ///
  /// Text with a scheme, such as `https:`, is the text of a URL. Any other text is the path of a file;
  /// a relative one begins at the working folder.
  public func url(forKey key: String) throws(StoreFailure) -> URL? {
    guard case .string(let text) = try object(forKey: key), !text.isEmpty else { return nil }
    if let url = URL(string: text), url.scheme != nil { return url }
    return URL(filePath: text)
  }

  /// Returns the value of `key` if it is an array, else nil.
  public func array(forKey key: String) throws(StoreFailure) -> [PropertyListValue]? {
    guard case .array(let values) = try object(forKey: key) else { return nil }
    return values
  }

  /// Returns the value of `key` if it is an array of strings only, else nil.
  public func stringArray(forKey key: String) throws(StoreFailure) -> [String]? {
    guard let values = try array(forKey: key) else { return nil }
    var strings: [String] = []
    for value in values {
      guard case .string(let string) = value else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// Returns the value of `key` if it is a dictionary, else nil.
  public func dictionary(forKey key: String) throws(StoreFailure) -> [String: PropertyListValue]? {
    guard case .dictionary(let values) = try object(forKey: key) else { return nil }
    return values
  }

  /// Returns all values by key, including the registered defaults.
  public func dictionaryRepresentation() throws(StoreFailure) -> [String: PropertyListValue] {
    try state.withLock { state throws(StoreFailure) in
      let stored = state.applyingChanges(to: state.isCleared ? [:] : try content(of: &state))
      return state.registered.merging(stored) { $1 }
    }
  }

  /// Returns the content of the file, and reads it if it is not cached.
  private func content(of state: inout State) throws(StoreFailure) -> [String: PropertyListValue] {
    if let content = state.content { return content }
    let content = try read() ?? [:]
    state.content = content
    return content
  }
}

extension PropertyListDefaults.State {
  /// Returns `content` with the pending changes applied.
  func applyingChanges(to content: [String: PropertyListValue]) -> [String: PropertyListValue] {
    var content = isCleared ? [:] : content
    for (key, value) in changes { content[key] = value }
    return content
  }
}
