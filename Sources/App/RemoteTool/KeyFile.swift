#if Server
import Glibc
import MonikerDomain
import MonikerFiles
import MonikerPresentation
import MonikerTool

/// A file with a recovery key.
enum KeyFile {
  /// More than any key and its line feed have.
  private static let maximumSize = 4_096

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Reads a key.
  ///
  /// - Parameter path: the path; - is standard input.
  static func read(_ path: String) throws(StoreFailure) -> String {
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open it", name) }
    defer { if path != "-" { _ = Glibc.close(descriptor) } }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: maximumSize)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read it", name) }
      bytes += part[..<count]
      guard count > 0, bytes.count <= maximumSize else { break }
    }
    return String(validating: bytes, as: UTF8.self) ?? ""
  }

  fileprivate static func failure(_ what: String, _ name: String) -> StoreFailure {
    let reason = String(cString: strerror(errno))
    return StoreFailure(.inputOutput, at: name, detail: "cannot \(what): \(reason)")
  }
}

/// A new file for a recovery key, which only its owner can read.
///
/// The key gets into a file of another name first, so that the file is whole or absent.
final class NewKeyFile: Sendable {
  private let path: String
  private let preparation: String
  private let descriptor: Int32

  /// Makes the file of the other name.
  ///
  /// - Throws: `storeNotEmpty` if the file exists, `inputOutput` if none can be made there.
  init(_ path: String) throws(Problem) {
    guard !KeyFile.exists(path) else {
      throw Problem(
        .storeNotEmpty,
        "The file \(path.visible) exists already. Choose another name for the new recovery key. Nothing was "
          + "changed."
      )
    }
    self.path = path
    preparation = "\(path).new-\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = Glibc.open(preparation, flags, 0o600)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw Problem(
        .inputOutput,
        "The file \(path.visible) cannot be made: \(reason). Nothing was changed."
      )
    }
    UnfinishedFiles.add(preparation, descriptor)
  }

  /// Writes a key, and gives the file its name.
  ///
  /// - Returns: the path.
  func write(_ key: String) throws(Problem) -> String {
    let bytes = Array("\(key)\n".utf8)
    guard fchmod(descriptor, 0o600) == 0,
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
      // Unlike a renaming, a link replaces no file.
      Glibc.link(preparation, path) == 0
    else {
      let reason = String(cString: strerror(errno))
      throw Problem(.inputOutput, "The file \(path.visible) was not written: \(reason).")
    }
    do {
      // Without it the name may be gone after a loss of power, and nobody gets the key again.
      try StoreFile(path: path).synchronizeFolder()
    } catch {
      throw Problem(error)
    }
    return path
  }

  /// Removes the file of the other name.
  func discard() {
    unlink(preparation)
  }

  deinit {
    UnfinishedFiles.forget(preparation)
    _ = Glibc.close(descriptor)
  }
}
#endif
