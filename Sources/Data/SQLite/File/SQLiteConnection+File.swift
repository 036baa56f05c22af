import CSQLite
import MonikerDomain
import MonikerFiles

extension SQLiteConnection {
  /// Opens a database that exists, or one in memory.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database that goes with the connection.
  ///   - location: the store, as failures name it.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - isImmutable: whether the file is read as it is, without locks, log and any write; the caller
  ///     sees to it that nothing changes it meanwhile.
  ///   - logFolder: the file beside which the log is made, for a connection that keeps one.
  ///   - lease: is given back when the connection has been closed.
  convenience init(
    path: String,
    location: String,
    wait: Duration,
    isImmutable: Bool = false,
    logFolder: StoreFile? = nil,
    lease: OpenFileLease? = nil
  ) throws(StoreFailure) {
    let place = try SQLitePath(path)
    var owned: [any AnyObject & Sendable] = [place]
    if let lease { owned.append(lease) }
    try self.init(
      opening: isImmutable ? Self.immutable(place.text) : place.text,
      flags: isImmutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE,
      system: place.system,
      owning: owned,
      location: location,
      wait: wait,
      logFolder: logFolder
    )
  }

  /// The path as a URI with the parameter that says that nothing changes the file.
  ///
  /// Source: https://www.sqlite.org/uri.html
  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.reduce(into: "file:") { uri, byte in
      let isPlain = UInt8(ascii: "-")...UInt8(ascii: "z") ~= byte && byte != UInt8(ascii: "?")
      let hexadecimal = String(byte, radix: 16)
      uri +=
        isPlain ? String(UnicodeScalar(byte)) : byte < 16 ? "%0" + hexadecimal : "%" + hexadecimal
    }
    return escaped + "?immutable=1"
  }

  /// Has pages end with room for their checksums, from the first write to an empty database on.
  func reserveBytesForSums() throws(StoreFailure) {
    try reserveBytes(SQLitePageSum.length)
  }
}
