#if Server
import MonikerDomain

/// The address of a service: the one place that the token of a device is sent to.
public struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
  /// `https://HOST` or `https://HOST:PORT`, in small letters; `http` on the loopback interface alone.
  public let description: String

  /// Parses an address.
  ///
  /// - Parameter text: a URL (RFC 3986) with the scheme `https`, a host, and a port if needed, without a path;
  ///   `http` is accepted for the hosts `127.0.0.1`, `[::1]` and `localhost`.
  /// - Throws: ``ServiceAddressError``.
  public init(_ text: String) throws(ServiceAddressError) {
    guard text.utf8.count <= 1_000, let parts = Self.parts(of: text.utf8[...]) else {
      throw .malformed
    }
    let host = parts.host.lowercased()
    let isLoopback = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    guard parts.isSecure || isLoopback else { throw .insecure }
    var port = ""
    if let digits = parts.port {
      guard let number = Int(digits), 1...65_535 ~= number else { throw .malformed }
      if number != (parts.isSecure ? 443 : 80) { port = ":\(number)" }
    }
    description = "http\(parts.isSecure ? "s" : "")://\(host)\(port)"
  }

  private typealias Bytes = Substring.UTF8View

  /// The parts of an address; nil for another text.
  ///
  /// A regular expression is compiled when it is used first, and `whoami --offline` has 5 ms for everything.
  private static func parts(
    of text: Bytes
  ) -> (isSecure: Bool, host: String, port: Substring?)? {
    let isSecure = text.starts(with: "https://".utf8)
    guard isSecure || text.starts(with: "http://".utf8) else { return nil }
    var rest = text.dropFirst(isSecure ? 8 : 7)
    if rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    let isNumber = rest.first == UInt8(ascii: "[")
    let end: Bytes.Index
    if isNumber {
      guard let bracket = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = rest.index(after: bracket)
      let number = rest[..<bracket].dropFirst()
      guard !number.isEmpty, number.allSatisfy({ isDigit($0) || isIn("abcdef:.", $0) }) else {
        return nil
      }
    } else {
      end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let name = rest[..<end]
      guard let first = name.first, isDigit(first) || isLetter(first),
        name.allSatisfy({ isDigit($0) || isLetter($0) || isIn(".-", $0) })
      else { return nil }
    }
    let host = String(Substring(rest[..<end]))
    guard end < rest.endIndex else { return (isSecure, host, nil) }
    let digits = rest[end...].dropFirst()
    guard rest[end] == UInt8(ascii: ":"), 1...5 ~= digits.count, digits.allSatisfy(isDigit) else {
      return nil
    }
    return (isSecure, host, Substring(digits))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Whether a byte is one of some, or the capital letter of one.
  private static func isIn(_ bytes: StaticString, _ byte: UInt8) -> Bool {
    let small = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    return bytes.withUTF8Buffer { $0.contains(small) }
  }

  /// A name for files that belong to the service, which no other address has.
  package var fileName: String {
    String(description.map { $0.isLetter || $0.isNumber || "-.".contains($0) ? $0 : "_" })
  }
}

/// The texts that are no address of a service.
public enum ServiceAddressError: Error, Hashable, Sendable {
  /// It is not `https://HOST`.
  case malformed

  /// It has no TLS, and is not on the loopback interface of this machine.
  case insecure
}

extension ServiceAddressError: CustomStringConvertible {
  /// A sentence that says what is accepted.
  public var description: String {
    switch self {
    case .malformed: "The address of a service is https:// and a host, then a port if needed."
    case .insecure:
      "The address of a service begins with https://, because a token is sent to it. Only 127.0.0.1, [::1] "
        + "and localhost may have http://."
    }
  }
}
#endif
