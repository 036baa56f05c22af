import Foundation

/// A model of a disk with its durable content and the operations that may still be lost.
///
/// The model is a strict one. A write to a file is durable once the file is synced; until then any
/// of the writes may be present, wholly or up to a sector, and any may be missing. Name operations
/// in a folder are durable once the folder is synced; until then a prefix of them is present. A
/// sync of a file does not make its name durable.
struct Disk: Sendable {
  struct File: Sendable {
    var durable: [UInt8] = []
    var pending: [Change] = []
  }

  enum Change: Sendable {
    case write([UInt8], offset: Int)
    case resize(Int)
  }

  enum Entry: Hashable, Sendable {
    case folder
    case file(Int)
  }

  /// An operation on the names in a folder.
  enum Step: Sendable {
    case add(String, Entry)
    case move(String, String)
    case remove(String)
  }

  private(set) var files: [Int: File] = [:]
  private(set) var entries: [String: Entry] = [".": .folder]
  private(set) var pending: [String: [Step]] = [:]

  /// A disk on which a home and all of its content are durable.
  init(home: String) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: home).sorted() {
      let path = home + "/" + name
      if let bytes = FileManager.default.contents(atPath: path) {
        entries[name] = .file(files.count)
        files[files.count] = File(durable: [UInt8](bytes))
      } else {
        entries[name] = .folder
      }
    }
  }

  var names: [String: Int] {
    entries.compactMapValues { if case .file(let file) = $0 { file } else { nil } }
  }

  var folders: Set<String> { Set(entries.filter { $0.value == .folder }.keys) }

  mutating func perform(_ operation: DiskOperation) {
    switch operation {
    case .make(let name, let file):
      files[file] = File()
      step(in: name, .add(name, .file(file)))
    case .link(let name, let file): step(in: name, .add(name, .file(file)))
    case .makeFolder(let name): step(in: name, .add(name, .folder))
    case .rename(let old, let new): step(in: new, .move(old, new))
    case .remove(let name): step(in: name, .remove(name))
    case .write(let bytes, let file, let offset):
      files[file]?.pending.append(.write(bytes, offset: offset))
    case .resize(let file, let size): files[file]?.pending.append(.resize(size))
    case .sync(let file):
      guard let synced = files[file] else { return }
      files[file] = File(durable: synced.pending.reduce(into: synced.durable) { $1.apply(to: &$0) })
    case .syncFolder(let folder):
      for step in pending.removeValue(forKey: folder) ?? [] { step.apply(to: &entries) }
    case .acknowledge: break
    }
  }

  private mutating func step(in name: String, _ step: Step) {
    pending[Self.folder(of: name), default: []].append(step)
  }

  /// The folder that contains a name; the home itself is its own folder.
  static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
  }
}

extension Disk.Change {
  func apply(to bytes: inout [UInt8]) {
    switch self {
    case .resize(let size):
      bytes = Array(bytes.prefix(size)) + Array(repeating: 0, count: max(0, size - bytes.count))
    case .write(let new, let offset):
      if bytes.count < offset + new.count {
        bytes += Array(repeating: 0, count: offset + new.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }

  /// The part of the write before a sector boundary; nil if there is none.
  func torn(by random: inout some RandomNumberGenerator) -> Disk.Change? {
    guard case .write(let bytes, let offset) = self else { return nil }
    let sector = Bool.random(using: &random) ? 512 : 4096
    let ends = stride(from: (offset / sector + 1) * sector, to: offset + bytes.count, by: sector)
    guard let end = ends.map(\.self).randomElement(using: &random) else { return nil }
    return .write(Array(bytes[..<(end - offset)]), offset: offset)
  }
}

extension Disk.Step {
  func apply(to entries: inout [String: Disk.Entry]) {
    switch self {
    case .add(let name, let entry): entries[name] = entry
    case .move(let old, let new): entries[new] = entries.removeValue(forKey: old)
    case .remove(let name): entries[name] = nil
    }
  }
}
