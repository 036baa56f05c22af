/// Why the settings of a process name no store.
package struct SettingError: Error, CustomStringConvertible {
  /// A sentence that says what is wrong.
  package let description: String

  /// A sentence that says what to do.
  package let advice: String

  package init(_ description: String, _ advice: String) {
    self.description = description
    self.advice = advice
  }
}
