package import Glibc
package import MonikerDomain

/// The path of a store in the file system, and the rules for all files created there.
///
/// Files are created with mode 0600 and folders with 0700, regardless of the umask. Symbolic links
/// to files are not followed. Anything but a regular file is refused.
package struct StoreFile: Sendable {
  package let path: String

  /// The folder that holds the file.
  package let folder: String

  /// Whether the file is refused if another user could change it.
  package let isGuarded: Bool

  /// Whether missing folders above the folder are made, too.
  let makesParents: Bool

  package init(path: String, isGuarded: Bool = false, makesParents: Bool = false) {
    self.path = path
    self.isGuarded = isGuarded
    self.makesParents = makesParents
    folder = Self.slash(in: path).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The name of the file in its folder.
  package var name: Substring {
    Self.slash(in: path).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// Compares bytes, as the system does: a `Character` can consist of a slash and a combining mark
  /// after it.
  private static func slash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }

  /// The file in which new content is prepared before it replaces this one.
  ///
  /// The name is fixed, so that the leftovers of a killed process are found and removed, and is
  /// used for no other file. Its user must hold the store's lock.
  package var preparation: StoreFile { beside(with: ".moniker-new") }

  private func beside(with suffix: String) -> StoreFile {
    StoreFile(
      path: "\(folder)/.\(name)\(suffix)",
      isGuarded: isGuarded,
      makesParents: makesParents
    )
  }

  /// The file with `suffix` appended to its path.
  package func companion(_ suffix: String) -> StoreFile {
    StoreFile(path: path + suffix, isGuarded: isGuarded, makesParents: makesParents)
  }

  /// The maximum size of a store that is kept in one file and read as a whole: 1 GiB.
  private static var limit: Int { 1 << 30 }

  /// Returns whether the file exists.
  ///
  /// - Throws: when the path cannot be examined, names something that is not a regular file, or is
  ///   guarded and another user could change the file.
  package func exists() throws(StoreFailure) -> Bool {
    try status() != nil
  }

  /// Returns the status of the file, or nil if it does not exist.
  ///
  /// - Throws: as ``exists()``.
  package func status() throws(StoreFailure) -> stat? {
    if isGuarded { try refuseUntrustedFolder() }
    var status = stat()
    // Passing the string directly would copy it first.
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      let code = errno
      guard code == ENOENT else {
        throw StoreFailure(errno: code, cannot: "examine it", at: path)
      }
      try refuseBelowDanglingLink()
      try refuseBelowMissingFolder()
      return nil
    }
    try refuse(status)
    return status
  }

  /// Returns the status of the file without any check, or nil if it cannot be examined.
  package func plainStatus() -> stat? {
    var status = stat()
    return path.withCString({ lstat($0, &status) }) == 0 ? status : nil
  }

  /// Throws if a folder above is a dangling link.
  ///
  /// The file then counts as unreachable and not as never created: the target of the link may only
  /// be unmounted.
  private func refuseBelowDanglingLink() throws(StoreFailure) {
    var status = stat()
    var above = self
    while above.folder != above.path {
      above = StoreFile(path: above.folder)
      if stat(above.path, &status) == 0 { return }
      // A folder that exists by now and is no link was just created by another process.
      guard lstat(above.path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw StoreFailure(
        .unreachable,
        at: path,
        detail: "\(above.path) is a link to a file that does not exist"
      )
    }
  }

  /// Opens the file for reading, without following a link or waiting for the writer of a FIFO.
  package func openForReading() throws(StoreFailure) -> FileDescriptor {
    try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Reads the whole content as of one moment; returns nil if the file does not exist.
  ///
  /// - Parameter close: closes the descriptor.
  /// - Throws: as ``exists()``; ``/MonikerDomain/StoreFailure/Reason/damaged`` for a file above 1
  ///   GiB; the failures of the system.
  package func read(
    closingBy close: (inout FileDescriptor) -> Void = { _ in }
  ) throws(StoreFailure) -> [UInt8]? {
    guard try exists() else { return nil }
    var file = try openForReading()
    defer { close(&file) }
    // Another file may have taken its place since it was examined.
    let status = try file.status()
    try refuse(status)
    guard status.st_size <= Self.limit else {
      throw .damaged(at: path, "it has \(status.st_size) bytes, more than the largest store has")
    }
    return try file.readAll(expecting: Int(status.st_size))
  }

  /// Returns the size of the file in bytes, or nil if it does not exist.
  package func byteCount() throws(StoreFailure) -> Int? {
    try status().map { Int($0.st_size) }
  }

  /// Throws if this process has no permission to write the file.
  package func refuseUnwritable() throws(StoreFailure) {
    _ = try systemCall("write it", at: path) { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }

  /// Throws if this process has no permission to create files in the folder.
  package func refuseUnwritableFolder() throws(StoreFailure) {
    _ = try systemCall("write in its folder \(folder)", at: path) {
      faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS)
    }
  }

  /// Creates an empty file with mode 0600; throws if the path is taken.
  package func create() throws(StoreFailure) -> FileDescriptor {
    let file = try FileDescriptor(
      opening: path,
      flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
      mode: 0o600
    )
    try file.setMode(0o600)
    return file
  }

  /// Removes the file if it exists.
  package func remove() throws(StoreFailure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw StoreFailure(errno: errno, cannot: "remove it", at: path)
    }
  }

  /// Replaces the file by one that contains `bytes`, in one step.
  ///
  /// Readers see the old content or the new one, and when this returns the new content survives a
  /// loss of power. The new file keeps the group and the permissions of the old one; if it cannot
  /// keep the group, the group has none. Call it with the store's lock held.
  ///
  /// - Parameters:
  ///   - bytes: the new content.
  ///   - mask: the permissions that are kept.
  ///   - check: called right before the file is replaced; if it throws, the file is not replaced.
  /// - Throws: the failures of the system and of `check`. The old content stays in place, unless
  ///   the final sync of the folder fails: the new content is in place then, but may not survive a
  ///   loss of power.
  package func replace(
    with bytes: [UInt8],
    keeping mask: mode_t = 0o777,
    checking check: () throws(StoreFailure) -> Void = {}
  ) throws(StoreFailure) {
    // Opened first: a folder that cannot be opened must not fail a change that is already made.
    let folder = try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
    let old = try status()
    let new = preparation
    try new.remove()
    do {
      let file = try new.create()
      try file.writeAll(bytes)
      if let old { try file.takeAccess(of: old, mask) }
      try file.synchronize()
      try check()
      try new.move(to: self)
    } catch {
      try? new.remove()
      throw error
    }
    do {
      try folder.synchronize()
    } catch {
      throw error.afterChange(of: path)
    }
  }

  /// Notifies the watchers of the folder that a change, already written to this file, can be read
  /// now.
  ///
  /// It opens and closes the file. A new modification time would notify them as well, but must be
  /// written to the disk, which took a fifth of a sign-in. Closing the descriptor releases the
  /// POSIX locks (`fcntl(2)`) of this process on the file.
  package func announceChange() {
    // If it fails, the watchers are notified when this process closes the file.
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Makes the existence of the file durable, for a caller that relies on its content without
  /// writing.
  ///
  /// Another process may have put it there, and been killed or failed before it synced the folder.
  package func confirm() throws(StoreFailure) {
    if try exists() { try synchronizeFolder() }
  }

  /// Renames the file to `target`, which it replaces in one step.
  package func move(to target: StoreFile) throws(StoreFailure) {
    _ = try systemCall("replace it", at: target.path) { rename(path, target.path) }
  }

  /// Links the file under a second name, which persists when the first name is replaced, and syncs
  /// the folder.
  ///
  /// - Throws: also if the second name exists.
  package func keep(at path: String) throws(StoreFailure) {
    _ = try systemCall("keep it as \(path)", at: self.path) { link(self.path, path) }
    let copy = StoreFile(path: path)
    do {
      try copy.synchronizeFolder()
    } catch {
      try? copy.remove()
      throw error
    }
  }

  /// Removes a second name of the file, which was not replaced; any other file at the path stays.
  package func discardCopy(at path: String) {
    let copy = StoreFile(path: path)
    guard let own = plainStatus(), let other = copy.plainStatus(), FileID(own) == FileID(other)
    else {
      return
    }
    try? copy.remove()
  }

  /// Moves the file to `target` unless that path is taken.
  ///
  /// - Returns: whether it was moved.
  /// - Throws: the failures of the system; the file has both names if only the removal of the old one
  ///   failed.
  package func moveIfFree(to target: StoreFile) throws(StoreFailure) -> Bool {
    guard link(path, target.path) == 0 else {
      if errno == EEXIST { return false }
      throw StoreFailure(errno: errno, cannot: "move it to its path", at: target.path)
    }
    try remove()
    return true
  }

  /// Makes the entries of the folder durable.
  package func synchronizeFolder() throws(StoreFailure) {
    try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Throws if the file has a name that is not its own: a hard link.
  ///
  /// While a damaged store is replaced, its file has a second name beside it for a moment, which contains
  /// its own. It stays if the process is killed then.
  package func refuseOtherNames(_ status: stat) throws(StoreFailure) {
    guard status.st_nlink > 1 else { return }
    // A kept file may have been staged under a name that does not contain its own.
    let own = Self.names(in: folder).count { entry in
      guard entry.contains(name) || entry.contains(StagingFile.suffix) else { return false }
      return StoreFile(path: "\(folder)/\(entry)").plainStatus().map { FileID($0) }
        == FileID(status)
    }
    // The moment may have passed.
    guard own < status.st_nlink, let present = plainStatus(), present.st_nlink > own else { return }
    throw StoreFailure(
      .unreachable,
      at: path,
      detail:
        "the file has \(status.st_nlink) names (hard links), and a change under one of them could be "
        + "lost under another; remove all names but one"
    )
  }

  /// The names in a folder; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name), let entries = opendir(folder)
    else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let bytes = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append(String(cString: bytes))
    }
    return names
  }

  /// Throws if the status is not that of a regular file, or another user could change a guarded
  /// file.
  package func refuse(_ status: stat) throws(StoreFailure) {
    try refuseUnlessRegular(status)
    if isGuarded { try refuseUntrusted(status) }
  }

  private func refuseUnlessRegular(_ status: stat) throws(StoreFailure) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: kind = "a symbolic link"
    case S_IFDIR: kind = "a folder"
    case S_IFIFO: kind = "a FIFO"
    case S_IFSOCK: kind = "a socket"
    default: kind = "a device"
    }
    throw StoreFailure(.unreachable, at: path, detail: "\(kind) is at its path")
  }
}
