import Foundation
import MonikerDomain

@testable import MonikerData
@testable import MonikerPropertyList

/// A temporary folder for the files of one test, removed with it.
final class PropertyListFolder: Sendable {
  let path = NSTemporaryDirectory() + "moniker-plist-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of the tests' file, which only the tested code creates.
  var file: String { path + "/values.plist" }

  func defaults(wait: Duration = .seconds(60)) -> PropertyListDefaults {
    PropertyListDefaults(path: file, wait: wait)
  }

  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  func content() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  static func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

/// The XML of a property list that contains `value`.
func propertyList(_ value: String) -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(value)</plist>\n"
}

/// The error that `body` throws; nil if it returns.
func storeFailure(of body: () throws(StoreFailure) -> Void) -> StoreFailure? {
  do throws(StoreFailure) {
    try body()
    return nil
  } catch {
    return error
  }
}
