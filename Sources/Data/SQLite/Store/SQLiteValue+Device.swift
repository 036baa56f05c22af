import MonikerDomain

extension SQLiteValue {
  /// The device of an event: NULL for the local one.
  static func device(_ id: DeviceID) -> SQLiteValue {
    id == .local ? .null : .text(id.description)
  }
}
