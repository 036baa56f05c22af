#if Server
import CPostgreSQL

/// The address of a database: a connection URI with any number of hosts.
///
/// What it does not say, libpq takes from its environment variables and its password file:
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
package struct PostgreSQLAddress: Sendable {
  /// One of the servers; exactly one of them is the primary at any time.
  struct Host: Sendable, Hashable {
    /// A name, an address or the folder of a socket; nil for that of libpq.
    let name: String?
    /// A numeric address in place of the name's.
    let address: String?
    let port: String?
  }

  /// The parameters other than those of a host.
  let parameters: [String: String]

  /// The servers, in the order of the URI; at least one.
  let hosts: [Host]

  /// Parses a URI.
  ///
  /// - Parameter uri: a text that begins with `postgres://` or `postgresql://`.
  /// - Returns: nil for a text that libpq does not accept, whose lists of hosts and ports have
  ///   different lengths, whose ports are no numbers, or whose name or password has an `@` or a `/` that
  ///   is not percent-encoded.
  package init?(_ uri: String) {
    guard let rest = Self.rest(of: uri), Self.hasPlainCredentials(rest) else { return nil }
    guard let options = PQconninfoParse(uri, nil) else { return nil }
    defer { PQconninfoFree(options) }
    var found: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        found[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    func list(_ keyword: String) -> [String?] {
      let text = found.removeValue(forKey: keyword) ?? ""
      return text.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.isEmpty ? nil : String($0)
      }
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, addresses.count)
    guard [1, count].contains(ports.count), [1, count].contains(names.count),
      [1, count].contains(addresses.count), names.count == count || names == [nil],
      addresses.count == count || addresses == [nil],
      ports.allSatisfy({ $0.map { UInt16($0) != nil } ?? true })
    else { return nil }
    hosts = (0..<count).map { place in
      Host(
        name: names.count == count ? names[place] : nil,
        address: addresses.count == count ? addresses[place] : nil,
        port: ports[ports.count == 1 ? 0 : place]
      )
    }
    // The pool itself finds the primary among the hosts.
    found["target_session_attrs"] = nil
    parameters = found
  }

  /// The part of a URI after its scheme; nil for another scheme.
  private static func rest(of uri: String) -> Substring? {
    let scheme = ["postgres://", "postgresql://"].first(where: uri.hasPrefix)
    guard let scheme, !uri.utf8.contains(0) else { return nil }
    return uri.dropFirst(scheme.count)
  }

  /// Whether a name and a password in a URI end where libpq takes them to end.
  ///
  /// Of a password with one of these characters, libpq would take a part for a host, a port or a
  /// database, which failures show.
  private static func hasPlainCredentials(_ rest: Substring) -> Bool {
    guard let end = rest.firstIndex(of: "@") else { return true }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    return end < slash && !rest[rest.index(after: end)...].contains("@")
  }
}

extension PostgreSQLAddress: CustomStringConvertible, CustomReflectable {
  /// The role, the hosts and the database, for failures and logs: without a password, and without the
  /// parameters, which can contain one.
  package var description: String {
    let user = parameters["user"].map { "\($0)@" } ?? ""
    let places = hosts.map { host in
      (host.name ?? host.address ?? "") + (host.port.map { ":\($0)" } ?? "")
    }
    return "postgres://\(user)\(places.joined(separator: ","))/\(parameters["dbname"] ?? "")"
  }

  /// A mirror without children: the parameters can contain a password.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
