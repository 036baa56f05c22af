#if Server
/// A secret of a device or of an account, which nothing shows by mistake.
///
/// Neither `description` nor a mirror gives the text, so that it gets into no log and no error.
public struct RemoteSecret: Hashable, Sendable {
  /// The text, for the header or the body of a request, for the file that keeps it, and for its owner's eyes.
  public let text: String

  /// Reads a secret.
  ///
  /// - Parameter text: 1 to 256 printable ASCII characters, among them spaces, which people type; white space
  ///   around them, such as the line feed at the end of a file, is dropped.
  /// - Returns: nil for any other text.
  public init?(_ text: some StringProtocol) {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    let secret = String(trimmed.reversed())
    guard 1...256 ~= secret.utf8.count, secret.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
      return nil
    }
    self.text = secret
  }

  /// Whether it proves a device.
  var isDeviceToken: Bool { text.hasPrefix("mnk_") }

  /// Whether it only tells who somebody is.
  var isIdentityToken: Bool { text.hasPrefix("mni_") }
}

extension RemoteSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "(a secret)" }

  /// A placeholder.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
