/// Where a store is.
public struct StoreLocation: Hashable, Sendable {
  /// The kinds of store; their raw values precede the colon in the setting of a store.
  package enum Kind: String, CaseIterable, Sendable {
    case memory, sqlite
    case propertyList = "plist"
  }

  package let kind: Kind

  /// The path as given; nil if there is none.
  package let path: String?

  package init(_ kind: Kind, path: String?) {
    self.kind = kind
    self.path = path
  }

  /// A store that is gone with the object that uses it.
  public static let inMemory = StoreLocation(.memory, path: nil)

  /// A store in an SQLite file, which the first write makes.
  ///
  /// - Parameter path: the path of the file; a relative one begins at the working folder.
  public static func sqlite(_ path: String) -> StoreLocation {
    StoreLocation(.sqlite, path: path)
  }

  /// A store in a property list, which the first write makes.
  ///
  /// - Parameter path: the path of the file; a relative one begins at the working folder.
  public static func propertyList(_ path: String) -> StoreLocation {
    StoreLocation(.propertyList, path: path)
  }

  /// Reads a setting such as `sqlite` or `plist:PATH`.
  ///
  /// - Returns: nil for any other text.
  package init?(setting: String) {
    let parts = setting.utf8.split(
      separator: UInt8(ascii: ":"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let path = parts.count == 2 ? String(Substring(parts[1])) : nil
    guard let kind = Kind(rawValue: String(Substring(parts[0]))), path != "",
      path?.utf8.last != UInt8(ascii: "/"), kind != .memory || path == nil
    else { return nil }
    self.init(kind, path: path)
  }

  /// The name of the file of this kind in the home of the stores; nil for a store without one.
  package var fileName: String? {
    switch kind {
    case .memory: nil
    case .propertyList: "moniker.plist"
    case .sqlite: "moniker.sqlite"
    }
  }

  /// The end of a name that belongs to a file which another store has beside its own; nil for any other
  /// name.
  package static func reservedEnd(of path: String) -> String? {
    ["-journal", "-wal", "-shm", ".lock"].first { path.hasSuffix($0) }
  }
}
