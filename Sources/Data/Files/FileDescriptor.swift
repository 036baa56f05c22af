package import Glibc
package import MonikerDomain

/// An open file descriptor, closed when the value is destroyed.
package struct FileDescriptor: ~Copyable {
  package private(set) var number: Int32
  private let path: String

  /// Opens `path`; the descriptor closes on exec.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - flags: the flags of `open(2)`, to which `O_CLOEXEC` is added.
  ///   - mode: the permissions of a created file, reduced by the umask.
  package init(opening path: String, flags: Int32, mode: mode_t = 0) throws(StoreFailure) {
    self.path = path
    number = try systemCall("open it", at: path) { open(path, flags | O_CLOEXEC, mode) }
  }

  /// Creates a file with mode 0600; nil if there is an object with this name.
  ///
  /// - Parameter store: the path of the file in whose folder it is made, which a failure names.
  package init?(creating path: String, beside store: String) throws(StoreFailure) {
    self.path = path
    number = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number < 0 else { return }
    let code = errno
    guard code != EEXIST else { return nil }
    throw StoreFailure(errno: code, cannot: "create a file in its folder", at: store)
  }

  /// Duplicates an open descriptor.
  ///
  /// - Parameters:
  ///   - other: the descriptor, which stays open.
  ///   - name: the name of the file in failures.
  package init(duplicating other: Int32, called name: String) throws(StoreFailure) {
    path = name
    number = try systemCall("read it", at: name) { fcntl(other, F_DUPFD_CLOEXEC, 0) }
  }

  deinit {
    if number >= 0 { _ = close(number) }
  }

  /// Returns the number for the caller to close; the value must not be used afterwards.
  package mutating func release() -> Int32 {
    defer { number = -1 }
    return number
  }

  /// Returns the status of the open file.
  package func status() throws(StoreFailure) -> stat {
    var status = stat()
    _ = try systemCall("examine it", at: path) { fstat(number, &status) }
    return status
  }

  /// Returns whether `path` names this file now, by file ID; a symbolic link there is not followed.
  package func stands(at path: String) throws(StoreFailure) -> Bool {
    let own = try status()
    var there = stat()
    guard lstat(path, &there) == 0 else { return false }
    return own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// Sets the permissions to exactly `mode`, regardless of the umask.
  package func setMode(_ mode: mode_t) throws(StoreFailure) {
    _ = try systemCall("set its permissions", at: path) { fchmod(number, mode) }
  }

  /// Gives the file the owner, the group and the permissions of another file, as far as it may.
  ///
  /// - Parameters:
  ///   - other: the status of the other file.
  ///   - mask: the permissions that may be taken over.
  package func takeAccess(of other: stat, _ mask: mode_t) throws(StoreFailure) {
    // Only root may keep another owner.
    let isInGroup =
      fchown(number, other.st_uid, other.st_gid) == 0 || fchown(number, .max, other.st_gid) == 0
    // The permissions of the group were not meant for another one.
    try setMode(other.st_mode & mask & (isInGroup ? 0o777 : 0o707))
  }

  /// Reads from the current position to the end of the file.
  ///
  /// - Parameter size: the expected count of bytes; there may be more or fewer.
  package func readAll(expecting size: Int) throws(StoreFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      let count = try systemCall("read it", at: path) {
        // Reading into a slice of the array would copy it.
        bytes.withUnsafeMutableBytes { buffer in
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          return Glibc.read(number, rest.baseAddress, rest.count)
        }
      }
      if count == 0 { break }
      filled += count
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// Reads up to `count` bytes; the result is empty at the end of the file.
  package func read(atMost count: Int) throws(StoreFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try systemCall("read it", at: path) {
      while true {
        let read = bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
        guard read == -1, errno == EAGAIN else { return read }
        // Another program has made standard input non-blocking.
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
      }
    }
    bytes.removeSubrange(read...)
    return bytes
  }

  /// Writes all of `bytes` at the current position.
  package func writeAll(_ bytes: [UInt8]) throws(StoreFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try systemCall("write it", at: path) {
        rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Calls `fsync` once: when this returns, the content is on the device.
  ///
  /// A failure is final. Do not retry: see `systemCall`.
  package func synchronize() throws(StoreFailure) {
    guard fsync(number) == 0 else {
      throw StoreFailure(errno: errno, cannot: "make it durable", at: path)
    }
  }
}
