import Foundation
import MonikerDoubles

/// The whole content of a folder, for comparison with a later state.
struct Snapshot: Hashable, CustomStringConvertible {
  struct Entry: Hashable {
    let type: String
    let mode: Int
    /// Nil for anything but a regular file: reading a FIFO would block.
    let bytes: Data?
  }

  /// The entries by path in the folder.
  let entries: [String: Entry]

  init(of folder: String) throws {
    var entries: [String: Entry] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let full = folder + "/" + path
      let attributes = try FileManager.default.attributesOfItem(atPath: full)
      let type = attributes[.type] as? FileAttributeType
      entries[path] = Entry(
        type: type?.rawValue ?? "",
        mode: attributes[.posixPermissions] as? Int ?? -1,
        bytes: type == .typeRegular ? FileManager.default.contents(atPath: full) : nil
      )
    }
    self.entries = entries
  }

  var description: String {
    entries.sorted { $0.key < $1.key }
      .map { "\($0.key) (\($0.value.type), \(String($0.value.mode, radix: 8)))" }
      .joined(separator: ", ")
  }
}

extension Sandbox {
  /// The current content of the home.
  func snapshot() throws -> Snapshot { try Snapshot(of: home.path) }
}
