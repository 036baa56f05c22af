import CSQLite
import Glibc
import MonikerDomain

/// A database's path as SQLite takes it, which has room for 512 bytes of it, resolved and with the suffixes
/// of the files beside it.
///
/// A longer one is opened by way of the folder, held open: `/proc/self/fd/7/store.sqlite` is short,
/// and what SQLite appends to it names the files beside the store all the same. Only its habit of
/// resolving links, which would make it long again, has to be kept from it.
struct SQLitePath: ~Copyable {
  /// What to open.
  let text: String

  /// The means of SQLite to open it with; nil for the usual ones.
  let system: String?

  /// Has to be open for as long as the database is.
  private let folder: FileDescriptor?

  init(_ path: String) throws(StoreFailure) {
    guard Self.resolvedLength(of: path) > Self.plainLength else {
      text = path
      system = nil
      folder = nil
      return
    }
    guard Self.isRegistered else {
      throw StoreFailure(.unreachable, at: path, detail: "its path is too long for SQLite")
    }
    let file = StoreFile(path: path)
    let folder = try FileDescriptor(opening: file.folder, flags: O_RDONLY | O_DIRECTORY)
    text = "/proc/self/fd/\(folder.number)/\(file.name)"
    system = Self.systemName
    self.folder = consume folder
  }

  /// Well below the 512 bytes of `os_unix.c`.
  private static let plainLength = 400

  /// How long it gets once the links in it are followed.
  private static func resolvedLength(of path: String) -> Int {
    let file = StoreFile(path: path)
    guard let folder = realpath(file.folder, nil) else { return path.utf8.count }
    defer { free(folder) }
    return strlen(folder) + file.name.utf8.count + 1
  }

  private static let systemName = "moniker-unresolved"

  /// Whether SQLite has been given its own means of opening files again, but for the resolving of links.
  ///
  /// Source: https://www.sqlite.org/c3ref/vfs.html
  private static let isRegistered: Bool = {
    guard let usual = sqlite3_vfs_find(nil) else { return false }
    // For as long as the process lives, as SQLite wants it.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: usual.pointee)
    own.pointee.pNext = nil
    own.pointee.zName = UnsafePointer(strdup(systemName))
    own.pointee.xFullPathname = { _, path, room, full in
      guard let path, let full, strlen(path) < Int(room) else { return SQLITE_CANTOPEN }
      strcpy(full, path)
      return SQLITE_OK
    }
    return sqlite3_vfs_register(own, 0) == SQLITE_OK
  }()
}
