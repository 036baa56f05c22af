import Glibc
import MonikerPresentation

/// The person's editor.
struct Editor: Sendable {
  /// The command, as a shell reads it.
  let command: String

  /// The folder for the file that is edited.
  let folder: String

  /// Reads the editor's command from the variables.
  init(_ variable: (String) throws(Problem) -> String?) throws(Problem) {
    let commands = [try variable("VISUAL"), try variable("EDITOR")]
    command = commands.compactMap(\.self).first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    folder = try variable("TMPDIR") ?? "/tmp"
  }

  /// A file with an edited text.
  struct File {
    let path: String

    /// The text in the file.
    func text() throws(Problem) -> String {
      guard let stream = fopen(path, "r") else { throw Editor.failure(path, "cannot be read") }
      defer { fclose(stream) }
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&part, 1, part.count, stream)
        guard count > 0 else { break }
        bytes += part[..<count]
        // A device or a pipe could be read for ever.
        guard bytes.count < 1 << 20 else {
          throw Problem(.invalidProfile, "The file \(path) has more than \(1 << 20) bytes.")
        }
      }
      guard ferror(stream) == 0 else { throw Editor.failure(path, "cannot be read") }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Problem(.invalidProfile, "The text is not UTF-8. Save it in UTF-8.")
      }
      return text.withoutByteOrderMark
    }

    /// Whether the file is still there.
    var isThere: Bool { access(path, F_OK) == 0 }

    /// Removes the file.
    func remove() {
      unlink(path)
    }
  }

  /// Opens the editor on a text, and waits until it has ended.
  ///
  /// - Parameters:
  ///   - text: the text at the beginning.
  ///   - name: a part of the file's name.
  /// - Returns: the file, which the caller removes.
  func edit(_ text: String, named name: String) throws(Problem) -> File {
    var path = Array("\(folder)/moniker-\(name)-XXXXXX.txt".utf8CString)
    // Only the owner can read it.
    let descriptor = mkstemps(&path, 4)
    let file = File(
      path: String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    )
    guard descriptor >= 0 else { throw Self.failure(file.path, "cannot be made") }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else {
        close(descriptor)
        file.remove()
        throw Self.failure(file.path, "cannot be written")
      }
      rest = rest.dropFirst(max(0, count))
    }
    close(descriptor)
    // The editor has the signals as every program has them; Ctrl-C is its own while it runs.
    let before = [SIGPIPE, SIGXFSZ].map { (signal: $0, action: signal($0, SIG_DFL)) }
    // Its screen is the terminal, also if the answer goes elsewhere.
    let status = system("\(command) \(file.path.shellQuoted) 1>&2")
    for (number, action) in before { signal(number, action) }
    guard status == 0 else {
      let problem = Problem(
        .failure,
        "The editor (\(command)) has failed. Nothing was changed. Set VISUAL or EDITOR to another one."
      )
      let isUnchanged = (try? file.text()) == text || !file.isThere
      guard isUnchanged else { throw problem.keeping(file.path) }
      file.remove()
      throw problem
    }
    return file
  }

  private static func failure(_ path: String, _ what: String) -> Problem {
    Problem(.inputOutput, "The file \(path) \(what): \(String(cString: strerror(errno))).")
  }
}

extension String {
  /// The text without the byte order mark that some programs write at the beginning.
  var withoutByteOrderMark: String {
    guard unicodeScalars.first == "\u{FEFF}" else { return self }
    return String(unicodeScalars.dropFirst())
  }
}
