import Foundation
import Testing

extension Ending {
  /// The document on standard output, which must be a single line.
  func document(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try Self.document(output, sourceLocation)
  }

  /// The fields of the session in the document on standard output that `login` and `whoami` share.
  func session(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: String] {
    let keys = ["nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "source"]
    let document = try document(sourceLocation: sourceLocation)
    return keys.reduce(into: [:]) { $0[$1] = document[$1] as? String }
  }

  /// Returns code and message of the document on standard error, which must be a single line and
  /// the only output.
  func error(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (code: String, message: String) {
    #expect(output.isEmpty, "\(self)", sourceLocation: sourceLocation)
    let document = try Self.document(errors, sourceLocation)
    #expect(Set(document.keys) == ["error"], sourceLocation: sourceLocation)
    let error = try #require(
      document["error"] as? [String: String],
      sourceLocation: sourceLocation
    )
    #expect(Set(error.keys) == ["code", "message"], sourceLocation: sourceLocation)
    return (
      try #require(error["code"], sourceLocation: sourceLocation),
      try #require(error["message"], sourceLocation: sourceLocation)
    )
  }

  private static func document(
    _ bytes: [UInt8],
    _ sourceLocation: SourceLocation
  ) throws -> [String: Any] {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      bytes.count { $0 == UInt8(ascii: "\n") } == 1,
      "\(text)",
      sourceLocation: sourceLocation
    )
    #expect(bytes.last == UInt8(ascii: "\n"), "\(text)", sourceLocation: sourceLocation)
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    return try #require(value as? [String: Any], "\(text)", sourceLocation: sourceLocation)
  }
}
