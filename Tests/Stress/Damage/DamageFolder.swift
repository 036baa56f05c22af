import Foundation

/// Where damaged files are looked at, and the notes on what came of it.
final class DamageFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "moniker-damage-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  init(_ path: String) {
    self.path = path
  }

  func notes(of lane: Int) -> String { "\(path)/notes-\(lane)" }

  func makePlace(of lane: Int) throws -> String {
    let place = "\(path)/place-\(lane)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    return place
  }

  func size(of lane: Int) -> UInt64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: notes(of: lane))
    return attributes?[.size] as? UInt64 ?? 0
  }

  func text(of lane: Int) throws -> String {
    try String(contentsOfFile: notes(of: lane), encoding: .utf8)
  }

  /// The last case that was begun, and whether it has no finding yet.
  func last(of lane: Int) throws -> (number: Int?, isOpen: Bool) {
    let line = try text(of: lane).split(separator: "\n").last
    let words = line?.split(separator: "\t") ?? []
    return (words.dropFirst().first.flatMap { Int($0) }, words.first == "began")
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
