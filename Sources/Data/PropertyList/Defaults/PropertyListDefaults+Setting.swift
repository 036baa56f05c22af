public import MonikerDomain
import Synchronization

/// Every setter throws ``/MonikerDomain/StoreFailure/Reason/inputOutput`` for a value that an XML
/// property list cannot hold, and keeps what was set before: the key or a string within contains a
/// character that XML 1.0 excludes, such as U+0001; a date is outside the years 0 to 9999; or
/// containers are nested more than 128 deep. The failure names the key.
extension PropertyListDefaults {
  /// Sets the value of `key`, or removes the key; the next ``synchronize()`` changes the file.
  ///
  /// - Parameters:
  ///   - value: the value, for example a literal such as `["volume": 5]`; nil removes the key.
  ///   - key: the key.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/inputOutput`` if the file cannot hold the value,
  ///   as described above.
  public func set(_ value: PropertyListValue?, forKey key: String) throws(StoreFailure) {
    // A value that cannot be written must not keep `synchronize()` from writing the others.
    if let value { _ = try xml(of: [key: value]) }
    // `changes[key] = value` would drop the change if the value is nil.
    state.withLock { _ = $0.changes.updateValue(value, forKey: key) }
  }

  /// Sets the value of `key`, or removes the key; the next ``synchronize()`` changes the file.
  ///
  /// - Parameters:
  ///   - value: text, a number of any kind, a boolean, a date, data, a URL, an array or a dictionary;
  ///     nil removes the key.
  ///   - key: the key.
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/inputOutput`` if the file cannot hold the value,
  ///   as described above.
  public func set<Value: PropertyListRepresentable>(
    _ value: Value?,
    forKey key: String
  ) throws(StoreFailure) {
    try set(value?.propertyListValue, forKey: key)
  }

  /// Removes the key and its value; reads then return the registered default.
  public func removeObject(forKey key: String) {
    state.withLock { _ = $0.changes.updateValue(nil, forKey: key) }
  }

  /// Removes all keys; the next ``synchronize()`` removes those that the file holds then.
  ///
  /// Reads return the registered defaults. What is set after this call stays.
  public func removeAll() {
    state.withLock { state in
      state.isCleared = true
      state.changes = [:]
    }
  }
}
