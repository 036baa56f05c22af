#if Server
import MonikerDomain

/// The address of a photo API: the one place that the key is sent to.
struct PhotoAPIAddress: Sendable {
  /// `https`; `http` on the loopback interface alone.
  private let scheme: String

  /// The host in small letters and the port, as they are in a URL.
  private let authority: String

  /// The path, without a slash at its end.
  private let path: String

  /// Parses an address.
  ///
  /// - Parameter text: a URL (RFC 3986) with the scheme `https`, a host, and a port and a path if needed;
  ///   `http` is accepted for the hosts `127.0.0.1`, `[::1]` and `localhost`.
  /// - Throws: ``PhotoAPISettingError/insecureAddress`` for `http` and another host;
  ///   ``PhotoAPISettingError/address`` for any other text.
  init(_ text: String) throws(PhotoAPISettingError) {
    let pattern =
      #/
      (https?) :// ( [A-Za-z0-9.\-]+ | \[ [0-9A-Fa-f:.]+ \] ) (?: : ([0-9]{1,5}) )?
      ( (?: / [A-Za-z0-9._~\-]+ )* ) /?
      /#
    // ASCII first: a pattern takes some other characters for equal to a letter.
    guard text.utf8.count <= WebAddress.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }),
      let match = text.wholeMatch(of: pattern)?.output
    else { throw .address }
    let host = match.2.lowercased()
    let port = match.3.map { Int($0) ?? 0 }
    if let port, !(1...65_535 ~= port) { throw .address }
    guard match.1 == "https" || ["127.0.0.1", "[::1]", "localhost"].contains(host) else {
      throw .insecureAddress
    }
    scheme = String(match.1)
    authority = host + (port.map { ":\($0)" } ?? "")
    path = String(match.4)
  }

  /// The text, for a request and for a person.
  var text: String { "\(scheme)://\(authority)\(path)" }

  /// The value of an address that the API gives for a call to itself.
  ///
  /// - Parameter text: a URL with the scheme, the host and the port of the API, written like them.
  /// - Returns: the address with the scheme `https`, which is the only one of a `WebAddress`; nil for an
  ///   address that is not the API's.
  func value(of text: String) -> WebAddress? {
    guard text.utf8.starts(with: "\(scheme)://\(authority)/".utf8) else { return nil }
    return WebAddress("https" + text.dropFirst(scheme.count))
  }

  /// The text of an address by which the API is called: the opposite of ``value(of:)``.
  ///
  /// - Returns: nil for an address that is not the API's.
  func text(of address: WebAddress) -> String? {
    guard address.description.utf8.starts(with: "https://\(authority)/".utf8) else { return nil }
    return scheme + address.description.dropFirst("https".count)
  }
}
#endif
