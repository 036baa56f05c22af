package import Glibc
package import MonikerDomain

/// The place of a store in the file system, and the rules for all that is made there.
///
/// Files are made with mode 0600 and folders with 0700, whatever the umask; links are not
/// followed; what is not a regular file is refused.
package struct StoreFile: Sendable {
  package let path: String

  /// The folder that holds the file.
  package let folder: String

  /// Whether it is refused where somebody else could change what it says.
  package let isGuarded: Bool

  package init(path: String, isGuarded: Bool = false) {
    self.path = path
    self.isGuarded = isGuarded
    folder = Self.slash(in: path).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// What the file is called in its folder.
  package var name: Substring {
    Self.slash(in: path).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// By bytes, as the system splits paths: a combining mark would make one character of itself
  /// and the slash before it.
  private static func slash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }

  /// Where a new file is prepared before it takes the place of this one.
  ///
  /// One name, so that what a killed process left is found and removed, and one that nobody else
  /// gives to a file. Whoever uses it holds the store's lock.
  package var preparation: StoreFile { beside(with: ".moniker-new") }

  /// Where a whole store is made that is to take the place of this one.
  package var stagingFile: StoreFile { beside(with: ".moniker-staging") }

  /// Where a whole copy of this store is made that is kept under another name.
  package var keptCopy: StoreFile { beside(with: ".moniker-kept") }

  private func beside(with suffix: String) -> StoreFile {
    StoreFile(path: "\(folder)/.\(name)\(suffix)", isGuarded: isGuarded)
  }

  /// A file that belongs to this one.
  package func companion(_ suffix: String) -> StoreFile {
    StoreFile(path: path + suffix, isGuarded: isGuarded)
  }

  /// More than this is no store that is kept in one file and read as a whole: 1 GiB.
  private static var limit: Int { 1 << 30 }

  /// Whether there is a file.
  ///
  /// - Throws: when the place cannot be examined, holds something that is not a regular file, or is
  ///   guarded and not to be trusted.
  package func exists() throws(StoreFailure) -> Bool {
    try status() != nil
  }

  /// What the system says of the file; nil where there is none.
  ///
  /// - Throws: as ``exists()``.
  package func status() throws(StoreFailure) -> stat? {
    if isGuarded { try refuseUntrustedFolder() }
    var status = stat()
    // Handed over as it is, a text is copied first.
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      let code = errno
      guard code == ENOENT else {
        throw StoreFailure(errno: code, cannot: "examine it", at: path)
      }
      try refuseBelowDanglingLink()
      return nil
    }
    try refuse(status)
    return status
  }

  /// Refuses to take a file for one that was never made where a folder above it is a link that leads
  /// nowhere: what it led to may only be unmounted.
  private func refuseBelowDanglingLink() throws(StoreFailure) {
    var status = stat()
    var above = self
    while above.folder != above.path {
      above = StoreFile(path: above.folder)
      if stat(above.path, &status) == 0 { return }
      // What is there by now and no link is a folder that another process has just made.
      guard lstat(above.path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw StoreFailure(
        .unreachable,
        at: path,
        detail: "\(above.path) is a link that leads nowhere"
      )
    }
  }

  /// The whole content as of one moment; nil where there is no file.
  package func read() throws(StoreFailure) -> [UInt8]? {
    guard try exists() else { return nil }
    // Without O_NONBLOCK, opening a FIFO that has taken the file's place would wait for a writer.
    let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    // Somebody may have put another file there since it was looked at.
    let status = try file.status()
    try refuse(status)
    guard status.st_size <= Self.limit else {
      throw StoreFailure(
        .damaged,
        at: path,
        detail: "it has \(status.st_size) bytes, more than a store can have"
      )
    }
    return try file.readAll(expecting: Int(status.st_size))
  }

  /// How many bytes the file has; nil where there is none.
  package func byteCount() throws(StoreFailure) -> Int? {
    try status().map { Int($0.st_size) }
  }

  /// Refuses a file that this process must not write.
  package func refuseUnwritable() throws(StoreFailure) {
    _ = try systemCall("write it", at: path) { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }

  /// Refuses a file whose folder takes no further one.
  package func refuseUnwritableFolder() throws(StoreFailure) {
    _ = try systemCall("write in its folder \(folder)", at: path) {
      faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS)
    }
  }

  /// Makes an empty file where there is none.
  package func create() throws(StoreFailure) -> FileDescriptor {
    let file = try FileDescriptor(
      opening: path,
      flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
      mode: 0o600
    )
    try file.setMode(0o600)
    return file
  }

  /// Removes the file if there is one.
  package func remove() throws(StoreFailure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw StoreFailure(errno: errno, cannot: "remove it", at: path)
    }
  }

  /// Puts `bytes` in the file's place, in one step.
  ///
  /// Whoever reads sees the old content or the new one, and when this returns the new one survives
  /// a loss of power. Call it with the store's lock held.
  ///
  /// - Parameter check: is called right before the step, and keeps it from being done by throwing.
  package func replace(
    with bytes: [UInt8],
    checking check: () throws(StoreFailure) -> Void = {}
  ) throws(StoreFailure) {
    // Opened before anything changes: a folder that cannot be opened must not fail a change that
    // has been made.
    let folder = try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
    let new = preparation
    try new.remove()
    do {
      let file = try new.create()
      try file.writeAll(bytes)
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
      throw StoreFailure(
        error.reason,
        at: path,
        detail: "the change is there, but may not survive a loss of power: \(error.detail)"
      )
    }
  }

  /// Tells those who watch the folder that a change can be read now, which was in this file before.
  ///
  /// By opening and closing it: a new time would tell it as well, but has to be written to the disk, which took a
  /// fifth of a sign-in. This process's locks on the file are gone then.
  package func announceChange() {
    // If it fails, whoever watches hears of the change when this process closes the file.
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Makes durable that the file is there, for whoever relies on what it holds without writing.
  ///
  /// Another process may have put it there and been killed, or have failed, right before it made
  /// that durable.
  package func confirm() throws(StoreFailure) {
    if try exists() { try synchronizeFolder() }
  }

  /// Moves the file to the place of `target`, which it replaces in one step.
  package func move(to target: StoreFile) throws(StoreFailure) {
    _ = try systemCall("replace it", at: target.path) { rename(path, target.path) }
  }

  /// Gives the file a second name, which stays when another one takes its place.
  ///
  /// - Throws: also where there is something of that name.
  package func keep(at path: String) throws(StoreFailure) {
    _ = try systemCall("keep it as \(path)", at: self.path) { link(self.path, path) }
    try StoreFile(path: path).synchronizeFolder()
  }

  /// Moves the file to the place of `target` unless something is there.
  ///
  /// - Returns: whether it was moved.
  package func moveIfFree(to target: StoreFile) throws(StoreFailure) -> Bool {
    guard link(path, target.path) == 0 else {
      if errno == EEXIST { return false }
      throw StoreFailure(errno: errno, cannot: "put it in its place", at: target.path)
    }
    try remove()
    return true
  }

  /// Makes durable which files the folder holds.
  package func synchronizeFolder() throws(StoreFailure) {
    try FileDescriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Makes the folder, and those above it that are missing.
  package func makeFolder() throws(StoreFailure) {
    // Whoever made the file has seen to its folder before.
    try Self.makeFolder(folder, confirming: try !exists())
  }

  /// - Parameter isToConfirm: whether to make durable, too, that the last folder is there that was there
  ///   before: another process may have made it and been killed right after.
  private static func makeFolder(
    _ folder: String,
    confirming isToConfirm: Bool
  ) throws(StoreFailure) {
    let parent = StoreFile(path: folder).folder
    switch try makeOneFolder(folder) {
    case .made: if isToConfirm { try confirm(parent) }
    case .wasThere: if isToConfirm { try confirm(folder) }
    case .isMissingAbove:
      if parent != folder { try makeFolder(parent, confirming: isToConfirm) }
      // Once, not until it works: behind a link that leads nowhere it never does.
      guard try makeOneFolder(folder) != .isMissingAbove else {
        throw StoreFailure(errno: ENOENT, cannot: "make the folder", at: folder)
      }
    }
  }

  private static func confirm(_ folder: String) throws(StoreFailure) {
    do {
      try StoreFile(path: folder).synchronizeFolder()
    } catch {
      // Who may not read the folder above has not made this one, nor has anybody with the same rights.
      guard error.reason == .permissionDenied else { throw error }
    }
  }

  private enum Making {
    case made, wasThere
    /// The folder above it is missing.
    case isMissingAbove
  }

  /// Makes the folder unless it is there.
  private static func makeOneFolder(_ folder: String) throws(StoreFailure) -> Making {
    guard mkdir(folder, 0o700) != 0 else {
      // Between mkdir and chmod the folder has fewer permissions than 0700, never more.
      _ = try systemCall("set its permissions", at: folder) { chmod(folder, 0o700) }
      try StoreFile(path: folder).synchronizeFolder()
      return .made
    }
    switch errno {
    case EEXIST: return .wasThere
    case ENOENT: return .isMissingAbove
    case let code: throw StoreFailure(errno: code, cannot: "make the folder", at: folder)
    }
  }

  /// Refuses what is no file, or not to be trusted.
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
    throw StoreFailure(.unreachable, at: path, detail: "\(kind) is in its place")
  }
}
