#if Server
import Crypto

extension SHA256Digest {
  /// The first bytes as digits, two for each.
  func hexadecimal(_ count: Int) -> String {
    prefix(count).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }
}
#endif
