import Foundation

/// The system calls of a run, in the order in which they returned.
struct SystemCallTrace: Sendable {
  /// The calls that write, sync, lock, open, rename or remove, or can otherwise change a file.
  static let changing = [
    "openat", "openat2", "open", "creat", "write", "pwrite64", "writev", "pwritev", "pwritev2",
    "truncate", "ftruncate", "fallocate", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink",
    "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "chmod", "fchmod", "fchmodat",
    "chown", "fchown", "utimensat", "fsync", "fdatasync", "sync_file_range", "msync", "sendfile",
    "copy_file_range", "setxattr", "fsetxattr", "flock", "fcntl",
  ]

  let calls: [SystemCall]

  /// The IDs of the threads that made the calls.
  let threads: Set<String>

  init(file: String) throws {
    let content = [UInt8](try Data(contentsOf: URL(filePath: file)))
    var begun: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    var calls: [SystemCall] = []
    var threads: Set<String> = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let thread = line[..<space]
      threads.insert(String(decoding: thread, as: UTF8.self))
      var text = line[space...].drop { $0 == UInt8(ascii: " ") }
      // strace splits calls of two threads that overlap into two lines.
      if text.ends(with: Self.unfinished) {
        begun[thread] = text.dropLast(Self.unfinished.count)
        continue
      }
      if text.starts(with: Self.continued), let half = begun.removeValue(forKey: thread) {
        guard let end = text.firstRange(of: Self.resumed) else { continue }
        text = half + text[end.upperBound...]
      }
      if let call = SystemCall(Array(text)) { calls.append(call) }
    }
    self.calls = calls
    self.threads = threads
  }

  private static let unfinished = Array("<unfinished ...>".utf8)
  private static let continued = Array("<... ".utf8)
  private static let resumed = Array(" resumed>".utf8)
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
