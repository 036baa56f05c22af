package import Glibc
package import MonikerDomain

/// An open file that is closed when its owner is done with it.
package struct FileDescriptor: ~Copyable {
  package let number: Int32
  private let path: String

  /// Opens `path`, never inherited by a program that this one starts.
  package init(opening path: String, flags: Int32, mode: mode_t = 0) throws(StoreFailure) {
    self.path = path
    number = try systemCall("open it", at: path) { open(path, flags | O_CLOEXEC, mode) }
  }

  /// Stands for a file that is open already.
  package init(duplicating other: Int32, called name: String) throws(StoreFailure) {
    path = name
    number = try systemCall("read it", at: name) { fcntl(other, F_DUPFD_CLOEXEC, 0) }
  }

  deinit {
    _ = close(number)
  }

  package func status() throws(StoreFailure) -> stat {
    var status = stat()
    _ = try systemCall("examine it", at: path) { fstat(number, &status) }
    return status
  }

  /// Whether this is the file that stands at the path now.
  package func stands(at path: String) throws(StoreFailure) -> Bool {
    let own = try status()
    var there = stat()
    guard lstat(path, &there) == 0 else { return false }
    return own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// Sets the permissions as they are, whatever the umask took away when the file was made.
  package func setMode(_ mode: mode_t) throws(StoreFailure) {
    _ = try systemCall("set its permissions", at: path) { fchmod(number, mode) }
  }

  package func readAll(expecting size: Int) throws(StoreFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      let count = try systemCall("read it", at: path) {
        // A slice of the array would be a copy of it.
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

  /// The next bytes; none at the end.
  package func read(atMost count: Int) throws(StoreFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try systemCall("read it", at: path) {
      bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
    }
    bytes.removeSubrange(read...)
    return bytes
  }

  package func writeAll(_ bytes: [UInt8]) throws(StoreFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try systemCall("write it", at: path) {
        rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns once the content is on the device.
  ///
  /// A failure is final: nothing may be retried.
  package func synchronize() throws(StoreFailure) {
    guard fsync(number) == 0 else {
      throw StoreFailure(errno: errno, cannot: "make it durable", at: path)
    }
  }
}
