/// What keeps bytes from being a property list, or a value from being written as one, and where.
package struct PropertyListFormatError: Error, Hashable, Sendable {
  /// Where the problem is.
  package enum Place: Hashable, Sendable {
    /// In the file as a whole.
    case file
    /// In XML; both count from 1, columns in Unicode scalars.
    case line(Int, column: Int)
    /// In a binary property list, counted from 0.
    case byte(Int)
    /// In a value that was to be written: the keys, and positions in arrays, that lead to it.
    case keys([String])
  }

  /// What is wrong: a few words without a full stop.
  package let problem: String

  /// Where it is.
  package let place: Place

  init(_ problem: String, at place: Place) {
    self.problem = problem
    self.place = place
  }

  /// The same problem in a value of a container, seen from the container.
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
