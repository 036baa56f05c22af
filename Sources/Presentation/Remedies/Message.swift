/// A message to a person: sentences that hold for every front end, and what the person can do next.
public struct Message: Hashable, Sendable {
  /// One or more sentences.
  public let text: String

  /// What the person can do next.
  public let remedies: [Remedy]

  /// Makes the value.
  public init(_ text: String, _ remedies: [Remedy] = []) {
    self.text = text
    self.remedies = remedies
  }

  /// One message with the sentences of all; nil for none.
  init?(joining messages: [Message]) {
    guard !messages.isEmpty else { return nil }
    self.init(messages.map(\.text).joined(separator: " "), messages.flatMap(\.remedies))
  }
}
