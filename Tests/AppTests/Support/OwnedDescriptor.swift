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

  /// A file that has no name any more, read from its beginning.
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

  /// The end to write to of a pipe that nobody reads any more.
  ///
  /// A FIFO, because `pipe(2)` cannot keep its ends from a child that starts at that moment.
  static func pipeWithoutReader() throws -> OwnedDescriptor {
    let path = uniquePath()
    guard mkfifo(path, 0o600) == 0 else {
      throw ChildProcess.Failure(action: "make a pipe", code: errno)
    }
    defer { _ = unlink(path) }
    // The reader is there until the writer is: a FIFO without one cannot be opened for writing.
    let reader = try OwnedDescriptor("read a pipe", open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    return try withExtendedLifetime(reader) {
      try OwnedDescriptor("write a pipe", open(path, O_WRONLY | O_CLOEXEC))
    }
  }

  private static func uniquePath() -> String {
    NSTemporaryDirectory() + "/moniker-test-" + UUID().uuidString
  }

  /// Everything that a file holds.
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
