import MonikerPresentation

/// An answer of many lines, written through a buffer.
struct Answer {
  /// Whether each line is a JSON document.
  let isJSON: Bool

  /// Notices to write after the answer.
  var notices: [Message] = []

  /// Whether the reader has closed the pipe; later lines are dropped.
  private(set) var isUnread = false

  /// The zone of the times in the answer.
  var timeZone: DisplayTimeZone { console.timeZone }

  private let console: Console
  private var lines: [UInt8] = []
  private static let room = 1 << 16

  init(on console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
    lines.reserveCapacity(Self.room + 4_096)
  }

  /// Adds one or more lines, and writes the buffer when it is full.
  mutating func write(_ line: String) throws(Problem) {
    lines.append(contentsOf: line.utf8)
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= Self.room { try flush() }
  }

  /// Adds bytes, and writes the buffer when it is full.
  mutating func write(_ bytes: [UInt8]) throws(Problem) {
    lines.append(contentsOf: bytes)
    if lines.count >= Self.room { try flush() }
  }

  /// Writes the buffer.
  mutating func flush() throws(Problem) {
    guard !lines.isEmpty else { return }
    defer { lines.removeAll(keepingCapacity: true) }
    guard !isUnread else { return }
    do {
      try console.write(lines)
    } catch {
      switch error {
      case .closedPipe: isUnread = true
      case .failed(let reason): throw Problem.unwritten(reason)
      }
    }
  }
}

extension Problem {
  /// The answer could not be written.
  static func unwritten(_ reason: String) -> Problem {
    Problem(.inputOutput, "The answer could not be written to standard output: \(reason).")
  }
}
