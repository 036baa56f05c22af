#if Server
import Glibc

/// An address of version 4 or 6 of the Internet Protocol.
///
/// One of version 4 that is mapped into version 6 (RFC 4291, section 2.5.5.2) equals that of version 4.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address `::`.
  static let unspecified = IPAddress(bytes: [UInt8](repeating: 0, count: 16))

  /// The 16 bytes of version 6, or the 4 bytes of version 4.
  private let bytes: [UInt8]

  private init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// Parses the usual text of an address, without a port and without a zone.
  init?(_ text: some StringProtocol) {
    let text = String(text)
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes: Array(bytes[..<4]))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// Parses an address as proxies write it, with a port or without: `192.0.2.7:4711`, `[2001:db8::1]:4711`.
  init?(forwarded text: some StringProtocol) {
    let text = String(text)
    if let address = IPAddress(text) {
      self = address
      return
    }
    guard let match = text.wholeMatch(of: /(?:([0-9.]+)|\[([0-9A-Fa-f:.]+)\])(?::[0-9]{1,5})?/),
      let address = (match.1 ?? match.2).flatMap({ IPAddress($0) })
    else { return nil }
    self = address
  }

  /// The text of the address, that of version 6 as in RFC 5952.
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { String(validatingCString: $0) } ?? ""
    }
  }

  /// Whether it is one of the machine's own (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : self == IPAddress("::1")
  }

  /// The addresses that probably belong to one client: one of version 4, or the /64 of one of version 6.
  var network: IPNetwork { IPNetwork(self, length: bytes.count == 4 ? 32 : 64) }

  fileprivate var length: Int { bytes.count * 8 }

  fileprivate func masked(to length: Int) -> IPAddress {
    IPAddress(
      bytes: bytes.enumerated().map { index, byte in
        let kept = min(max(0, length - index * 8), 8)
        return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
      }
    )
  }
}

/// The addresses that begin with the same bits.
struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  private let address: IPAddress
  private let length: Int

  fileprivate init(_ address: IPAddress, length: Int) {
    self.address = address.masked(to: length)
    self.length = length
  }

  /// Parses an address, or a network as in RFC 4632: `10.0.0.0/8`, `fd00::/8`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
    guard parts.count == 2 else {
      self.init(address, length: address.length)
      return
    }
    guard let length = Int(parts[1]), 0...address.length ~= length else { return nil }
    self.init(address, length: length)
  }

  /// The text of the network, as in RFC 4632.
  var description: String { "\(address)/\(length)" }

  /// Whether the address is one of them.
  func contains(_ other: IPAddress) -> Bool {
    other.length == address.length && other.masked(to: length) == address
  }
}
#endif
