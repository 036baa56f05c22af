import Foundation

/// A folder of a test's own, which goes when the last reference to it does.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let path: String

  /// Makes the folder, with mode 0700.
  public init() throws {
    let place = URL(filePath: NSTemporaryDirectory()).appending(path: "moniker-test-XXXXXX").path
    var template = Array(place.utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  public func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// What the folder holds, sorted.
  public var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }
}
