import Glibc

/// A file to which lines are appended; a line survives the death of the process once it is added.
final class NoteFile: Sendable {
  struct Failure: Error {
    let code: Int32
  }

  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
  }

  deinit {
    _ = close(descriptor)
  }

  func add(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
