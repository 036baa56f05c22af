public import FoundationEssentials
public import MonikerDomain
import Synchronization

/// Every setter throws ``/MonikerDomain/StoreFailure/Reason/inputOutput`` for a value that an XML
/// property list cannot hold, and keeps what was set before: the key or a string within contains a
/// character that XML 1.0 excludes, such as U+0001; a date is outside the years 0 to 9999; or
/// containers are nested more than 128 deep. The failure names the key.
extension PropertyListDefaults {
  /// Sets the value of `key`, or removes the key; the next `synchronize()` changes the file.
  ///
  /// - Parameters:
  ///   - value: the value; nil removes the key.
  ///   - key: the key.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/inputOutput`` if the file cannot hold the value,
  ///   as described above.
  public func set(_ value: PropertyListValue?, forKey key: String) throws(StoreFailure) {
    // A value that cannot be written must not keep `synchronize()` from writing the others.
    if let value { _ = try xml(of: [key: value]) }
    // `changes[key] = value` would drop the change if the value is nil.
    state.withLock { _ = $0.changes.updateValue(value, forKey: key) }
  }

  /// Removes the key and its value; reads then return the registered default.
  public func removeObject(forKey key: String) {
    state.withLock { _ = $0.changes.updateValue(nil, forKey: key) }
  }

  /// Sets the value of `key` to text.
  public func set(_ value: String, forKey key: String) throws(StoreFailure) {
    try set(.string(value), forKey: key)
  }

  /// Sets the value of `key` to a whole number.
  public func set(_ value: Int, forKey key: String) throws(StoreFailure) {
    try set(.integer(Int64(value)), forKey: key)
  }

  /// Sets the value of `key` to a floating-point number.
  public func set(_ value: Double, forKey key: String) throws(StoreFailure) {
    try set(.real(value), forKey: key)
  }

  /// Sets the value of `key` to a floating-point number.
  public func set(_ value: Float, forKey key: String) throws(StoreFailure) {
    try set(.real(Double(value)), forKey: key)
  }

  /// Sets the value of `key` to true or false.
  public func set(_ value: Bool, forKey key: String) throws(StoreFailure) {
    try set(.boolean(value), forKey: key)
  }

  /// Sets the value of `key` to data.
  public func set(_ value: Data, forKey key: String) throws(StoreFailure) {
    try set(.data(value), forKey: key)
  }

  /// Sets the value of `key` to a date, which the file stores in whole seconds.
  public func set(_ value: Date, forKey key: String) throws(StoreFailure) {
    try set(.date(value), forKey: key)
  }

  /// Sets the value of `key` to an array.
  public func set(_ value: [PropertyListValue], forKey key: String) throws(StoreFailure) {
    try set(.array(value), forKey: key)
  }

  /// Sets the value of `key` to an array of strings.
  public func set(_ value: [String], forKey key: String) throws(StoreFailure) {
    try set(.array(value.map { .string($0) }), forKey: key)
  }

  /// Sets the value of `key` to a dictionary.
  public func set(_ value: [String: PropertyListValue], forKey key: String) throws(StoreFailure) {
    try set(.dictionary(value), forKey: key)
  }
}
