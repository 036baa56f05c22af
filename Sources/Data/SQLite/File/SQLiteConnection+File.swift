import CSQLite
import MonikerDomain
import MonikerFiles

extension SQLiteConnection {
  /// Opens an existing database, or one in memory.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database that lasts as long as the connection.
  ///   - location: the name of the store in failures.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - isPatient: whether to wait for them from the beginning.
  ///   - isImmutable: whether to read the file as it is, without locks, WAL or any write. The
  ///     caller must ensure that nothing changes the file meanwhile.
  ///   - logFolder: the file beside which SQLite makes the WAL, for a connection that uses one.
  ///   - lease: released after the connection is closed.
  convenience init(
    path: String,
    location: String,
    wait: Duration,
    isPatient: Bool = true,
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
      isPatient: isPatient,
      logFolder: logFolder
    )
  }

  /// The path as a URI with the parameter `immutable`, which declares that nothing changes the
  /// file.
  ///
  /// Source: https://www.sqlite.org/uri.html
  private static func immutable(_ path: String) -> String {
    // Without an empty authority, the first part of a path that begins with "//" would be one.
    let scheme = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    let escaped = path.utf8.reduce(into: scheme) { uri, byte in
      let isPlain = UInt8(ascii: "-")...UInt8(ascii: "z") ~= byte && byte != UInt8(ascii: "?")
      let hexadecimal = String(byte, radix: 16)
      uri +=
        isPlain ? String(UnicodeScalar(byte)) : byte < 16 ? "%0" + hexadecimal : "%" + hexadecimal
    }
    return escaped + "?immutable=1"
  }

  /// Reserves room for checksums at the end of each page; to be called before the first write to an
  /// empty database.
  func reserveBytesForSums() throws(StoreFailure) {
    try reserveBytes(SQLitePageSum.length)
  }
}
