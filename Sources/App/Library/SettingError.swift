/// Why the settings of a process name no store.
package struct SettingError: Error, CustomStringConvertible {
  /// A sentence that says what is wrong.
  package let description: String

  /// A sentence that says what to do.
  package let advice: String

  /// The name of the store in failures: its path, or words for it if there is none.
  package let location: String

  package init(
    _ description: String,
    _ advice: String,
    at location: String = "that the settings name"
  ) {
    self.description = description
    self.advice = advice
    self.location = location
  }

  /// Both sentences, for a failure, which ends without a full stop.
  var detail: String { String("\(description) \(advice)".dropLast()) }
}
