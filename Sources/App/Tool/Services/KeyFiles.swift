/// The files of recovery keys that a command is given.
package struct KeyFiles: Hashable, Sendable {
  /// The file with the present key; - is standard input.
  package var present: String?

  /// The file for a new key, which must not exist.
  package var new: String?

  /// Whether ``new`` is the file with the present key if it exists.
  package var isEither = false
}
