import Glibc
import MonikerDomain
import MonikerFiles

/// A database's path as SQLite takes it, which has room for 512 bytes of it, resolved and with the suffixes
/// of the files beside it.
///
/// A longer one is opened by way of the folder, held open: `/proc/self/fd/7/store.sqlite` is short,
/// and what SQLite appends to it names the files beside the store all the same. Only its habit of
/// resolving links, which would make it long again, has to be kept from it.
final class SQLitePath: Sendable {
  /// What to open.
  let text: String

  /// The name of the means to open it with.
  let system: String

  /// Has to be open for as long as the database is.
  private let folder: FileDescriptor?

  init(_ path: String) throws(StoreFailure) {
    let isLong = Self.resolvedLength(of: path) > Self.plainLength
    guard let system = (isLong ? SQLiteSystem.unresolved : .usual).name else {
      throw StoreFailure(.unreachable, at: path, detail: "SQLite cannot be set up to open it")
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

  /// How long it gets once the links in it are followed.
  private static func resolvedLength(of path: String) -> Int {
    let file = StoreFile(path: path)
    guard let folder = realpath(file.folder, nil) else { return path.utf8.count }
    defer { free(folder) }
    return strlen(folder) + file.name.utf8.count + 1
  }
}
