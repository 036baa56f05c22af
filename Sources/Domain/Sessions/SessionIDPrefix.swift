/// The beginning of a session's identity, by which a person means it.
public struct SessionIDPrefix: Hashable, Sendable {
  /// The beginning of the text form of ``Identifier``, with its hyphens.
  public let text: String

  /// Reads what a person typed.
  ///
  /// - Parameter typed: 1 to 32 hexadecimal digits, in either letter case, with or without hyphens.
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

  /// Whether an identity begins like this.
  public func begins(_ id: SessionID) -> Bool {
    id.description.hasPrefix(text)
  }
}
