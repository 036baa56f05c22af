import Foundation
import Glibc

/// A descriptor that is closed with its owner, and never inherited.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ action: String, _ number: Int32) throws {
    guard number >= 0 else { throw ChildProcess.Failure(action: action, code: errno) }
    self.number = number
  }

  deinit {
    _ = close(number)
  }

  /// A file without a name, positioned at its beginning.
  static func file(holding bytes: [UInt8]) throws -> OwnedDescriptor {
    let path = uniquePath()
    let file = try OwnedDescriptor(
      "make a file",
      open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    )
    _ = unlink(path)
    guard pwrite(file.number, bytes, bytes.count, 0) == bytes.count else {
      throw ChildProcess.Failure(action: "fill a file", code: errno)
    }
    return file
  }

  /// The write end of a pipe without a reader.
  ///
  /// A FIFO, because `pipe(2)` cannot keep its ends from a concurrently started child.
  static func pipeWithoutReader() throws -> OwnedDescriptor {
    let path = uniquePath()
    guard mkfifo(path, 0o600) == 0 else {
      throw ChildProcess.Failure(action: "make a pipe", code: errno)
    }
    defer { _ = unlink(path) }
    // A FIFO without a reader cannot be opened for writing, so the reader stays open until then.
    let reader = try OwnedDescriptor("read a pipe", open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    return try withExtendedLifetime(reader) {
      try OwnedDescriptor("write a pipe", open(path, O_WRONLY | O_CLOEXEC))
    }
  }

  private static func uniquePath() -> String {
    NSTemporaryDirectory() + "/moniker-test-" + UUID().uuidString
  }

  /// The whole content of the file.
  func content() throws -> [UInt8] {
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw ChildProcess.Failure(action: "examine a file", code: errno)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(number, &bytes, bytes.count, 0) == bytes.count else {
      throw ChildProcess.Failure(action: "read a file", code: errno)
    }
    return bytes
  }
}
