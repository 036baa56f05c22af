/// The SHA-256 digest of a secret (FIPS 180-4): a token, a recovery key, a code.
///
/// Stores keep digests alone. A secret has at least 128 random bits, so that nobody can find it from
/// its digest; the user code of a link has less, and ends soon.
public struct SecretDigest: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes of a digest: 32.
  public static let byteCount = 32

  /// The bytes of the digest.
  public let bytes: [UInt8]

  /// Creates the value from a digest.
  ///
  /// - Parameter bytes: 32 bytes.
  /// - Returns: nil for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Parses 64 hexadecimal digits in lower case, the form in which stores keep digests.
  ///
  /// - Returns: nil for any other text.
  package init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.map { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }.compactMap(\.self)
    guard digits.count == 2 * Self.byteCount, text.utf8.count == digits.count else { return nil }
    self.init(
      bytes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    )
  }

  /// The form in which stores keep the digest.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  /// A text that does not show the digest, so that no log contains it.
  public var description: String { "a digest" }
}
