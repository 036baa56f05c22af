public import FoundationEssentials
import Synchronization

extension PropertyListDefaults {
  /// Sets the value of `key`, or removes the key; the next `synchronize()` changes the file.
  ///
  /// - Parameters:
  ///   - value: the value; nil removes the key.
  ///   - key: the key.
  public func set(_ value: PropertyListValue?, forKey key: String) {
    // `changes[key] = value` would drop the change if the value is nil.
    state.withLock { _ = $0.changes.updateValue(value, forKey: key) }
  }

  /// Removes the key and its value; reads then return the registered default.
  public func removeObject(forKey key: String) {
    set(nil, forKey: key)
  }

  /// Sets the value of `key` to text.
  public func set(_ value: String, forKey key: String) {
    set(.string(value), forKey: key)
  }

  /// Sets the value of `key` to a whole number.
  public func set(_ value: Int, forKey key: String) {
    set(.integer(Int64(value)), forKey: key)
  }

  /// Sets the value of `key` to a floating-point number.
  public func set(_ value: Double, forKey key: String) {
    set(.real(value), forKey: key)
  }

  /// Sets the value of `key` to a floating-point number.
  public func set(_ value: Float, forKey key: String) {
    set(.real(Double(value)), forKey: key)
  }

  /// Sets the value of `key` to true or false.
  public func set(_ value: Bool, forKey key: String) {
    set(.boolean(value), forKey: key)
  }

  /// Sets the value of `key` to data.
  public func set(_ value: Data, forKey key: String) {
    set(.data(value), forKey: key)
  }

  /// Sets the value of `key` to a date, which the file stores in whole seconds.
  public func set(_ value: Date, forKey key: String) {
    set(.date(value), forKey: key)
  }

  /// Sets the value of `key` to an array.
  public func set(_ value: [PropertyListValue], forKey key: String) {
    set(.array(value), forKey: key)
  }

  /// Sets the value of `key` to an array of strings.
  public func set(_ value: [String], forKey key: String) {
    set(.array(value.map { .string($0) }), forKey: key)
  }

  /// Sets the value of `key` to a dictionary.
  public func set(_ value: [String: PropertyListValue], forKey key: String) {
    set(.dictionary(value), forKey: key)
  }
}
