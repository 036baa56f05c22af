import Glibc
package import MonikerDomain

/// A new file beside a store, for one process: it takes the store's place in the end, or is removed.
///
/// Each has a name of its own, so that processes do not disturb each other, and is locked with
/// `flock(2)` while the value exists. A file without a lock is left from a killed process, and is
/// removed when the next staging file for the same store is made.
///
/// When the value is destroyed, the process loses its POSIX locks (`fcntl(2)`) on the file. Nothing
/// may need them then.
package struct StagingFile: ~Copyable {
  package let file: StoreFile
  package let descriptor: FileDescriptor

  /// The part of the name that differs; `mkstemp(3)` replaces it.
  private static let pattern = "XXXXXX"

  /// Makes an empty file in the folder of the store.
  package init(beside store: StoreFile) throws(StoreFailure) {
    let prefix = ".\(store.name).moniker-staging-"
    Self.removeLeftovers(in: store.folder, prefix)
    while true {
      var path = "\(store.folder)/\(prefix)\(Self.pattern)"
      let descriptor = try FileDescriptor(creating: &path)
      try descriptor.setMode(0o600)
      // Before it was locked, another process may have taken it for a leftover.
      let isLocked = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isLocked, try descriptor.stands(at: path) {
        file = StoreFile(path: path, isGuarded: store.isGuarded)
        self.descriptor = descriptor
        return
      }
    }
  }

  /// Removes the files without a lock whose names begin with `prefix`.
  private static func removeLeftovers(in folder: String, _ prefix: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
      let bytes = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: bytes)
      guard name.utf8.starts(with: prefix.utf8) else { continue }
      // SQLite appends to the name for the files that it makes beside a database.
      let length = prefix.utf8.count + pattern.utf8.count
      let base = String(decoding: name.utf8.prefix(length), as: UTF8.self)
      removeLeftover("\(folder)/\(name)", lockedBy: "\(folder)/\(base)")
    }
  }

  private static func removeLeftover(_ path: String, lockedBy base: String) {
    let descriptor = open(base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      // A file that SQLite made beside a staging file that is removed already.
      if errno == ENOENT { unlink(path) }
      return
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    close(descriptor)
  }
}
