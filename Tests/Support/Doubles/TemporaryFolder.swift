import Foundation

/// A temporary folder, removed with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let path: String

  /// Creates the folder with mode 0700.
  public init() throws {
    let place = URL(filePath: NSTemporaryDirectory()).appending(path: "moniker-test-XXXXXX").path
    var template = Array(place.utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// The names in the folder, sorted.
  public var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }
}
