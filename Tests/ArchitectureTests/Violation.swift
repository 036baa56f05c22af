/// A violation of a rule, and its place.
struct Violation: Hashable, CustomStringConvertible {
  /// A path from the package's root, or the name of a target.
  let place: String
  let line: Int?
  let reason: String

  init(_ place: String, line: Int? = nil, _ reason: String) {
    self.place = place
    self.line = line
    self.reason = reason
  }

  var description: String {
    "\(place)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}
