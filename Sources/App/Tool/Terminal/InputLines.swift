import Glibc
import MonikerPresentation

/// The lines of standard input, read in blocks.
struct InputLines {
  /// The content of a line.
  enum Line {
    case text(String)
    /// Bytes that are not UTF-8.
    case notText
    /// A line over the limit; only its size is known.
    case tooLong(bytes: Int)
  }

  private let console: Console
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var start: [UInt8] = []

  init(from console: Console) {
    self.console = console
  }

  /// Writes a prompt to standard error if the lines come from a terminal.
  func announce(_ what: String) {
    if console.canAsk { console.note(what) }
  }

  /// The next line, without its end; nil after the last.
  ///
  /// - Parameters:
  ///   - limit: the largest size of a line that is kept, in bytes.
  ///   - beforeWaiting: is called before each read, which may block.
  mutating func next(
    keeping limit: Int,
    beforeWaiting: () throws(Problem) -> Void
  ) throws(Problem) -> Line? {
    start.removeAll(keepingCapacity: true)
    var length = 0
    while true {
      if unread.isEmpty {
        try beforeWaiting()
        guard try fill() else { return length == 0 ? nil : line(length, limit) }
      }
      let end = piece[unread].firstIndex(of: UInt8(ascii: "\n"))
      let part = piece[unread.lowerBound..<(end ?? unread.upperBound)]
      if end != nil, length == 0, part.count <= limit {
        // The common case: the whole line is in one block, and is not copied.
        unread = part.endIndex + 1..<unread.upperBound
        return Self.line(part)
      }
      length += part.count
      if length <= limit { start.append(contentsOf: part) }
      unread = part.endIndex + (end == nil ? 0 : 1)..<unread.upperBound
      if end != nil { return line(length, limit) }
    }
  }

  private func line(_ length: Int, _ limit: Int) -> Line {
    length <= limit ? Self.line(start[...]) : .tooLong(bytes: length)
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    String(validating: bytes, as: UTF8.self).map(Line.text) ?? .notText
  }

  /// Reads the next block.
  ///
  /// - Returns: false at the end of the input.
  private mutating func fill() throws(Problem) -> Bool {
    while true {
      let count = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        unread = 0..<count
        return count > 0
      }
      if errno == EAGAIN {
        Console.wait(for: POLLIN, on: STDIN_FILENO)
        continue
      }
      guard errno == EINTR else {
        let reason = String(cString: strerror(errno))
        throw Problem(.inputOutput, "Standard input could not be read: \(reason).")
      }
    }
  }
}
