/// The difference of two values, field by field, in at most as many lines as fit on a screen.
struct Difference: CustomStringConvertible {
  private static let maxLines = 30
  private static let maxWidth = 180

  private var lines: [String] = []

  /// Compares a value with the one that was expected.
  init<Value>(of actual: Value, from expected: Value) {
    compare(actual, expected, at: "")
    if lines.isEmpty { lines = ["the values are not equal and show no difference"] }
  }

  /// A line for each field that differs; the last line counts the omitted ones.
  var description: String {
    guard lines.count > Self.maxLines else { return lines.joined(separator: "\n") }
    let shown = lines.prefix(Self.maxLines - 1)
    return shown.joined(separator: "\n") + "\n… and \(lines.count - shown.count) more differences"
  }

  private mutating func compare(_ actual: Any, _ expected: Any, at path: String) {
    guard !Self.isSame(Self.text(actual), Self.text(expected)) else { return }
    let found = Mirror(reflecting: actual)
    let wanted = Mirror(reflecting: expected)
    switch found.displayStyle {
    case .collection, .set, .dictionary:
      return compareElements(found, wanted, at: path)
    default: break
    }
    let labels = found.children.map(\.label)
    guard !(actual is any CustomStringConvertible), !labels.isEmpty,
      labels == wanted.children.map(\.label)
    else {
      return add(path, "is \(Self.text(actual))", "should be \(Self.text(expected))")
    }
    for (own, other) in zip(found.children, wanted.children) {
      let name = own.label.flatMap { $0 == "some" ? nil : $0.trimmingPrefix(".") } ?? ""
      let isRoot = path.isEmpty || name.isEmpty
      compare(own.value, other.value, at: isRoot ? path + name : "\(path).\(name)")
    }
  }

  /// Omits common beginnings and ends of two collections.
  private mutating func compareElements(_ found: Mirror, _ wanted: Mirror, at path: String) {
    var actual = found.children.map(\.value)
    var expected = wanted.children.map(\.value)
    if found.displayStyle != .collection {
      actual.sort { Self.text($0) < Self.text($1) }
      expected.sort { Self.text($0) < Self.text($1) }
    }
    func isSame(_ own: Any, _ other: Any) -> Bool { Self.isSame(Self.text(own), Self.text(other)) }
    let start = zip(actual, expected).prefix { isSame($0, $1) }.count
    let end = zip(actual[start...].reversed(), expected[start...].reversed())
      .prefix { isSame($0, $1) }.count
    let own = actual[start..<actual.count - end]
    let other = expected[start..<expected.count - end]
    if own.count == other.count {
      for place in own.indices { compare(own[place], other[place], at: "\(path)[\(place)]") }
    } else {
      add(path, "has \(actual.count) elements", "should have \(expected.count)")
      for place in own.indices { add("\(path)[\(place)]", "is \(Self.text(own[place]))") }
      for place in other.indices {
        add("\(path)[\(place)]", "should be \(Self.text(other[place]))")
      }
    }
  }

  private mutating func add(_ path: String, _ facts: String...) {
    let width = Self.maxWidth / facts.count
    let short = facts.map { $0.count > width ? $0.prefix(width - 1) + "…" : $0 }
    lines.append("  " + (path.isEmpty ? "" : path + " ") + short.joined(separator: ", "))
  }

  /// Texts are equal only if their bytes are: Unicode's equivalence hides differences.
  private static func isSame(_ text: String, _ other: String) -> Bool {
    text.utf8.elementsEqual(other.utf8)
  }

  private static func text(_ value: Any) -> String {
    let text = (value as? String).map(\.debugDescription) ?? String(describing: value)
    return text.replacing("\n", with: "\\n").replacing("MonikerDomain.", with: "")
  }
}
