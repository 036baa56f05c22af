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
    let pattern =
      #/(https?)://([A-Za-z0-9](?:[A-Za-z0-9.\-]*)|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/?/#
    // ASCII first: a pattern takes some other characters for equal to a letter.
    guard text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 < 0x80 }),
      let match = text.wholeMatch(of: pattern)?.output
    else { throw .malformed }
    let host = match.2.lowercased()
    let isLoopback = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    guard match.1 == "https" || isLoopback else { throw .insecure }
    var port = ""
    if let digits = match.3 {
      guard let number = Int(digits), 1...65_535 ~= number else { throw .malformed }
      if number != (match.1 == "https" ? 443 : 80) { port = ":\(number)" }
    }
    description = "\(match.1)://\(host)\(port)"
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
