/// The ID of a photo in its source, which has given it.
public struct PhotoID: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of characters: 128.
  public static let maximumLength = 128

  /// The text of the ID.
  public let description: String

  /// Parses an ID.
  ///
  /// - Parameter text: 1 to ``maximumLength`` ASCII letters, digits, `-` and `_`.
  /// - Returns: nil for any other text.
  public init?(_ text: some StringProtocol) {
    let isAllowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isAllowed, 1...Self.maximumLength ~= text.utf8.count else { return nil }
    description = String(text)
  }
}
