/// A problem with bytes as a property list, or with a value to be written as one, and its place.
package struct PropertyListFormatError: Error, Hashable, Sendable {
  /// The place of a problem.
  package enum Place: Hashable, Sendable {
    /// In the file as a whole.
    case file
    /// In XML; line and column count from 1, columns in Unicode scalars.
    case line(Int, column: Int)
    /// In a binary property list: the offset, counted from 0.
    case byte(Int)
    /// In a value to be written: the path of keys, and of positions in arrays, to it.
    case keys([String])
  }

  /// The problem in a few words, without a full stop.
  package let problem: String

  /// The place of the problem.
  package let place: Place

  init(_ problem: String, at place: Place) {
    self.problem = problem
    self.place = place
  }

  /// Returns the same problem with `key`, the key of the value in its container, put before the
  /// path.
  func inside(_ key: String) -> Self {
    guard case .keys(let keys) = place else { return self }
    return Self(problem, at: .keys([key] + keys))
  }
}

extension PropertyListFormatError: CustomStringConvertible {
  package var description: String {
    switch place {
    case .file: problem
    case .line(let line, let column): "line \(line), column \(column): \(problem)"
    case .byte(let offset): "byte \(offset): \(problem)"
    case .keys(let keys) where keys.isEmpty: problem
    case .keys(let keys): "the value of \"\(keys.joined(separator: "/"))\": \(problem)"
    }
  }
}
