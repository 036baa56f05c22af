import Glibc
package import MonikerDomain

/// A new file beside a store, for one process: it takes the store's place in the end, or is removed.
///
/// Each has a number of its own in its name, so that processes do not disturb each other, and is
/// locked with `flock(2)` while the value exists. A file without a lock is left from a killed process,
/// and is removed when the next staging file for the same store is made.
///
/// End its use with ``close()``.
package struct StagingFile: ~Copyable {
  package let file: StoreFile
  package private(set) var descriptor: FileDescriptor

  deinit { UnfinishedFiles.forget(file.path) }

  /// What follows the name of the store in the name of a staging file.
  static let suffix = ".moniker-staging-"

  /// Makes an empty file in the folder of the store.
  package init(beside store: StoreFile) throws(StoreFailure) {
    let prefix = ".\(store.name)\(Self.suffix)"
    Self.removeLeftovers(in: store.folder, prefix)
    var number = 0
    while true {
      number += 1
      let path = "\(store.folder)/\(prefix)\(number)"
      guard let descriptor = try FileDescriptor(creating: path, beside: store.path) else {
        continue
      }
      do {
        try descriptor.setMode(0o600)
      } catch {
        unlink(path)
        throw error
      }
      // Before it was locked, another process may have taken it for a leftover.
      let isLocked = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isLocked, try descriptor.stands(at: path) {
        file = StoreFile(path: path, isGuarded: store.isGuarded)
        UnfinishedFiles.add(path, descriptor.number)
        self.descriptor = descriptor
        return
      }
    }
  }

  /// Whether the file still has its name: once it has taken the store's place, another process may
  /// have a file of this name.
  package var isInPlace: Bool {
    get throws(StoreFailure) { try descriptor.stands(at: file.path) }
  }

  /// Removes the file, and those beside it, while it has its name.
  ///
  /// - Parameter suffixes: the suffixes of the files beside it.
  package func remove(with suffixes: [String] = []) throws(StoreFailure) {
    guard try isInPlace else { return }
    // The file is the last one: it keeps others from the name.
    for suffix in suffixes { try file.companion(suffix).remove() }
    try file.remove()
  }

  /// Makes the content durable.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure`` also if another program has removed the file.
  package func synchronize() throws(StoreFailure) {
    try refuseRemoved()
    try descriptor.synchronize()
  }

  /// Refuses a file that another program has removed.
  package func refuseRemoved() throws(StoreFailure) {
    guard try isInPlace else {
      throw StoreFailure(
        .inputOutput,
        at: file.path,
        detail: "another program has removed or replaced it"
      )
    }
  }

  /// Closes the file and releases its lock.
  ///
  /// When the file has taken the store's place, this process may have it open as its store, with POSIX
  /// locks (`fcntl(2)`) that a plain close would release.
  package mutating func close() {
    _ = flock(descriptor.number, LOCK_UN)
    OpenFileLease.close(&descriptor)
  }

  /// Removes the files without a lock whose names begin with `prefix` and a number.
  private static func removeLeftovers(in folder: String, _ prefix: String) {
    // SQLite appends to the name for the files that it makes beside a database.
    var names: [Substring: [String]] = [:]
    for name in StoreFile.names(in: folder) where name.utf8.starts(with: prefix.utf8) {
      let rest = name.utf8.dropFirst(prefix.utf8.count)
      let number = Substring(rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
      if !number.isEmpty { names[number, default: []].append(name) }
    }
    for (number, names) in names {
      let path = "\(folder)/\(prefix)\(number)"
      // Without a file to lock, another process could make one now.
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      guard let base = try? FileDescriptor(opening: path, flags: flags, mode: 0o600),
        flock(base.number, LOCK_EX | LOCK_NB) == 0, (try? base.stands(at: path)) == true
      else { continue }
      for name in names where "\(folder)/\(name)" != path { unlink("\(folder)/\(name)") }
      unlink(path)
    }
  }
}
