/// An address that a page can link to: a URL with the scheme `https`.
///
/// Addresses come from photo sources, and a page shows them to others. No other scheme is accepted, so
/// that none of them can be a script.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of bytes: 2,048.
  public static let maximumLength = 2_048

  /// The text of the address.
  public let description: String

  /// Parses an address.
  ///
  /// - Parameter text: `https://`, a host without a user, and the rest of a URL (RFC 3986): printable ASCII without
  ///   spaces, quotation marks, angle brackets and backslashes.
  /// - Returns: nil for any other text.
  public init?(_ text: some StringProtocol) {
    let refused = Set("\"'<>\\^`{|}".utf8)
    guard text.utf8.count <= Self.maximumLength, text.utf8.starts(with: "https://".utf8),
      text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 && !refused.contains($0) }),
      let first = text.utf8.dropFirst(8).first, !Set("/?#:".utf8).contains(first),
      !text.utf8.dropFirst(8).prefix(while: { !Set("/?#".utf8).contains($0) })
        .contains(UInt8(ascii: "@"))
    else { return nil }
    description = String(text)
  }
}
