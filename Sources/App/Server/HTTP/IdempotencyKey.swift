#if Server
import Crypto
import FoundationEssentials
import MonikerDomain

/// The key of a request that its caller may repeat (draft-ietf-httpapi-idempotency-key-header-07).
///
/// The store keeps its digest alone.
struct IdempotencyKey {
  /// At least 128 bits in base 64: 22 characters.
  static let minimumLength = 22

  /// The maximum number of characters: 255.
  static let maximumLength = 255

  private let text: String

  /// Reads the value of the header, which may be quoted.
  init(_ value: String) throws(HTTPProblem) {
    let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    text = isQuoted ? String(value.dropFirst().dropLast()) : value
    let isVisible = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    guard isVisible, Self.minimumLength...Self.maximumLength ~= text.utf8.count else {
      throw .invalidRequest(
        "Idempotency-Key is a random text of \(Self.minimumLength) to \(Self.maximumLength) visible "
          + "characters, with at least 128 bits."
      )
    }
  }

  /// The request that the key identifies.
  ///
  /// - Parameter content: the parts of what the caller asks for.
  func request(for content: [Data]) -> RepeatableRequest {
    var hash = SHA256()
    for part in content {
      // With the lengths, no other parts have the same bytes.
      withUnsafeBytes(of: part.count.littleEndian) { hash.update(bufferPointer: $0) }
      hash.update(data: part)
    }
    guard let digest = SecretDigest(bytes: Array(hash.finalize())) else {
      preconditionFailure("SHA-256 gives 32 bytes")
    }
    return RepeatableRequest(
      intention: id(of: "change"),
      registration: id(of: "registration"),
      content: digest
    )
  }

  private func id(of step: String) -> IntentionID {
    let bytes = Array(SHA256.hash(data: Data("\(step) \(text)".utf8)))
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return IntentionID(high: number(bytes[..<8]), low: number(bytes[8..<16]))
  }
}
#endif
