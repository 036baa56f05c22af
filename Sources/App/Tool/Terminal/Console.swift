import Dispatch
import Glibc
import MonikerDomain
import MonikerPresentation

/// The three standard streams.
package struct Console: Sendable {
  /// Why the answer could not be written.
  enum WriteFailure: Error {
    /// The reader has closed the pipe.
    case closedPipe
    /// Another error, with the system's message.
    case failed(String)
  }

  package init() {}

  /// Whether a person can be asked: questions go to standard error.
  package var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether the answer goes to a terminal.
  package var answerGoesToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The zone of the times in the answer: local time on a terminal, and UTC in a pipe or a file.
  var timeZone: DisplayTimeZone {
    guard answerGoesToTerminal else { return .utc }
    return DisplayTimeZone { moment in
      var seconds = time_t(moment.millisecondsSince1970 / 1000)
      var local = tm()
      return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
    }
  }

  /// Whether notes go to a terminal.
  package var notesGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Refuses to make what is shown once if standard output is closed.
  func requireAnswer() throws(Problem) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    // A stream that was closed is open for reading alone.
    guard flags != -1, flags & O_ACCMODE != O_RDONLY else {
      throw Problem.unwritten(String(cString: strerror(EBADF)))
    }
  }

  /// Writes the answer to standard output.
  func write(_ text: String) throws(WriteFailure) {
    try write(text, to: STDOUT_FILENO)
  }

  /// Writes bytes of the answer to standard output.
  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    try write(bytes[...], to: STDOUT_FILENO)
  }

  /// Ends the program with status 0 when the reader of standard output closes the pipe.
  ///
  /// It is for commands that wait: otherwise only the next write would detect a closed pipe.
  func endWhenNobodyReads() {
    DispatchQueue(label: "moniker.reader").async {
      var answer = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while true {
        // Without events only errors end the wait, so it never returns for a file.
        guard poll(&answer, 1, -1) < 0 else { break }
        guard errno == EINTR else { return }
      }
      if answer.revents & Int16(POLLERR | POLLHUP) != 0 { exit(0) }
    }
  }

  /// Writes a line to standard error.
  ///
  /// A failure is ignored: there is no other stream to report it on.
  package func note(_ line: String) {
    try? write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes to standard error without ending the line.
  package func noteInPlace(_ text: String) {
    try? write(text, to: STDERR_FILENO)
  }

  /// Asks on standard error.
  ///
  /// - Returns: the typed line, as bytes without the line feed; nil at the end of the input, also in
  ///   the middle of a line, since an incomplete line is not an answer.
  func ask(_ question: String) -> [UInt8]? {
    try? write(question, to: STDERR_FILENO)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1, byte == UInt8(ascii: "\n") { return line }
      if count == 1 {
        line.append(byte)
      } else if count < 0, errno == EAGAIN {
        Self.wait(for: POLLIN, on: STDIN_FILENO)
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
  }

  /// Asks on standard error, without showing what is typed.
  ///
  /// The keys that end a program come as characters: the prompt ends, and the terminal shows again what is typed.
  ///
  /// - Returns: the typed bytes; nil at the end of the input, and if the person interrupts it.
  func askHidden(_ question: String) -> [UInt8]? {
    guard HiddenInput.begin() else { return ask(question) }
    defer {
      HiddenInput.end()
      note("")
    }
    try? write(question, to: STDERR_FILENO)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EAGAIN {
        Self.wait(for: POLLIN, on: STDIN_FILENO)
        continue
      }
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
      case 0x7F, 0x08: _ = line.popLast()
      // Ctrl-U erases the line; Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\ end the input.
      case 0x15: line = []
      case 0x03, 0x04, 0x1A, 0x1C: return nil
      default: line.append(byte)
      }
    }
  }

  /// Reads standard input to its end.
  ///
  /// - Parameter limit: the largest number of bytes.
  /// - Returns: the text, which is UTF-8.
  func input(upTo limit: Int) throws(Problem) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count == 0 { break }
      if count > 0 {
        bytes += part[..<count]
        guard bytes.count <= limit else {
          throw Problem(.invalidProfile, "Standard input has more than \(limit) bytes.")
        }
      } else if errno == EAGAIN {
        Self.wait(for: POLLIN, on: STDIN_FILENO)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw Problem(.inputOutput, "Standard input cannot be read: \(reason).")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.invalidProfile, "Standard input is not UTF-8. Give it in UTF-8.")
    }
    return text.withoutByteOrderMark
  }

  private func write(_ text: String, to descriptor: Int32) throws(WriteFailure) {
    try write(Array(text.utf8)[...], to: descriptor)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>,
    to descriptor: Int32
  ) throws(WriteFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: Self.wait(for: POLLOUT, on: descriptor)
      case EPIPE: throw .closedPipe
      case let code: throw .failed(String(cString: strerror(code)))
      }
    }
  }

  /// Waits until a descriptor is ready: another program may have made it non-blocking.
  static func wait(for events: Int32, on descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
