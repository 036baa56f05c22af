import Foundation

/// The folder of a torture run, with its store and the notes of its processes.
final class TortureFolder {
  let path: String
  private var counted: [Int: (bytes: UInt64, lines: Int)] = [:]

  init() throws {
    let place =
      NSTemporaryDirectory() + "moniker-torture-\(ProcessInfo.processInfo.processIdentifier)"
    path = place
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
  }

  /// Opens an existing folder.
  init(_ path: String) {
    self.path = path
  }

  var store: String { path + "/store/moniker" }

  func notes(of process: Int) -> String { "\(path)/notes-\(process)" }

  func text(of process: Int) throws -> String {
    try String(contentsOfFile: notes(of: process), encoding: .utf8)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The number of steps that a process has begun or ended, by its notes.
  func steps(of process: Int) throws -> Int {
    var (bytes, lines) = counted[process] ?? (0, 0)
    guard let file = FileHandle(forReadingAtPath: notes(of: process)) else { return 0 }
    defer { try? file.close() }
    try file.seek(toOffset: bytes)
    let new = try file.readToEnd() ?? Data()
    bytes += UInt64(new.count)
    // A line of an event begins with another letter. Each line is written at once.
    var isFirst = true
    for byte in new {
      if isFirst, byte == UInt8(ascii: "b") || byte == UInt8(ascii: "g") { lines += 1 }
      isFirst = byte == UInt8(ascii: "\n")
    }
    counted[process] = (bytes, lines)
    return lines
  }

  /// Ends the notes of a dead process.
  ///
  /// - Returns: the number of its next step.
  func bury(_ process: Int, at now: () -> UInt64) throws -> Int {
    let name = notes(of: process)
    // A truncated last line counts as not written.
    let all = FileManager.default.contents(atPath: name) ?? Data()
    let whole = all.lastIndex(of: UInt8(ascii: "\n")).map { all[...$0] } ?? Data()
    try (whole + Data("died\t\(now())\n".utf8)).write(to: URL(filePath: name))
    let last = String(decoding: whole, as: UTF8.self).split(separator: "\n")
      .last { $0.hasPrefix("began\t") }
    let number = last?.split(separator: "\t").dropFirst().first.flatMap { Int($0) }
    return (number ?? -1) + 1
  }
}
