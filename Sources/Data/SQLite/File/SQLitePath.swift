import Glibc
import MonikerDomain
import MonikerFiles

/// The path of a database in the form for SQLite, which limits it to 512 bytes, resolved and with
/// the suffixes of the files beside it.
///
/// A longer path is opened by way of its folder, which is held open: `/proc/self/fd/7/store.sqlite`
/// is short, and the names with suffixes still refer to the files beside the store. SQLite must not
/// resolve the links in it, which would make it long again.
final class SQLitePath: Sendable {
  /// The path to open.
  let text: String

  /// The name of the VFS to open it with.
  let system: String

  /// The folder, which must stay open as long as the database.
  private let folder: FileDescriptor?

  init(_ path: String) throws(StoreFailure) {
    let isLong = Self.resolvedLength(of: path) > Self.plainLength
    guard let system = (isLong ? SQLiteSystem.unresolved : .usual).name else {
      throw StoreFailure(.unreachable, at: path, detail: "SQLite cannot be initialized")
    }
    guard isLong else {
      text = path
      self.system = system
      folder = nil
      return
    }
    let file = StoreFile(path: path)
    let folder = try FileDescriptor(opening: file.folder, flags: O_RDONLY | O_DIRECTORY)
    text = "/proc/self/fd/\(folder.number)/\(file.name)"
    self.system = system
    self.folder = consume folder
  }

  /// Well below the 512 bytes of `os_unix.c`.
  private static let plainLength = 400

  /// The length of the path with its links resolved.
  private static func resolvedLength(of path: String) -> Int {
    let file = StoreFile(path: path)
    guard let folder = realpath(file.folder, nil) else { return path.utf8.count }
    defer { free(folder) }
    return strlen(folder) + file.name.utf8.count + 1
  }
}
