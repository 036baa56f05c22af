#if Server
/// The key of a photo API, which nothing shows.
///
/// Neither `description` nor a mirror gives the text, so that it gets into no log and no error.
public struct PhotoAPIKey: Sendable {
  /// The maximum number of characters: 200.
  public static let maximumLength = 200

  /// The text, for the header of a request and for nothing else.
  let secret: String

  /// Reads a key, as a variable or a file holds it.
  ///
  /// - Parameter text: 1 to ``maximumLength`` printable ASCII characters without spaces; white space
  ///   around them, such as the line feed at the end of a file, is dropped.
  /// - Throws: ``PhotoAPISettingError/key`` for any other text.
  public init(_ text: some StringProtocol) throws(PhotoAPISettingError) {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    let secret = String(trimmed.reversed())
    guard 1...Self.maximumLength ~= secret.utf8.count,
      secret.utf8.allSatisfy({ 0x21..<0x7F ~= $0 })
    else { throw .key }
    self.secret = secret
  }
}

extension PhotoAPIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "(the key of a photo API)" }

  /// A placeholder.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
