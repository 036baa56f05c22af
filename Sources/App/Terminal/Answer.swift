import MonikerPresentation

/// An answer that is written in many lines.
struct Answer {
  /// Whether each line is a JSON document.
  let isJSON: Bool

  /// What is to be said beside it once it is written.
  var notices: [String] = []

  /// Whether nobody reads any more: what is written from then on is dropped.
  private(set) var isUnread = false

  private let console: Console
  private var lines: [UInt8] = []
  private static let room = 1 << 16

  init(on console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
    lines.reserveCapacity(Self.room + 4_096)
  }

  /// Takes a line, or several; they are written when they are many.
  mutating func write(_ line: String) throws(Problem) {
    lines.append(contentsOf: line.utf8)
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= Self.room { try flush() }
  }

  /// Takes bytes as they are.
  mutating func write(_ bytes: [UInt8]) throws(Problem) {
    lines.append(contentsOf: bytes)
    if lines.count >= Self.room { try flush() }
  }

  /// Writes what has been taken so far.
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
  /// The answer is lost.
  static func unwritten(_ reason: String) -> Problem {
    Problem(.inputOutput, "The answer could not be written to standard output: \(reason).")
  }
}
