/// The first characters of an ID, by which a person refers to its subject.
public struct IdentifierPrefix<Subject>: Hashable, Sendable {
  /// The prefix of the text form of ``Identifier``, with its hyphens.
  public let text: String

  /// Parses the text that a person typed.
  ///
  /// - Parameter typed: 1 to 32 hexadecimal digits, in upper or lower case, with or without
  ///   hyphens.
  /// - Returns: nil for any other text.
  public init?(_ typed: String) {
    let digits = OuterWhiteSpace.dropped(from: typed).text.lowercased().filter { $0 != "-" }
    guard (1...32).contains(digits.count),
      digits.allSatisfy({ "0123456789abcdef".contains($0) })
    else { return nil }
    var text = ""
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { text.append("-") }
      text.append(digit)
    }
    self.text = text
  }

  /// Whether an ID has this prefix.
  public func begins(_ id: Identifier<Subject>) -> Bool {
    id.description.hasPrefix(text)
  }
}
