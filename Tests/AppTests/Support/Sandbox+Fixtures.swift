import Foundation
import Glibc
import Testing

extension StoreForm {
  /// The version of a store that is made today.
  var latestVersion: Int { isPropertyList ? 4 : 5 }

  /// All versions that there are files of.
  var versions: ClosedRange<Int> { 1...latestVersion }
}

extension Sandbox {
  /// Puts a store of an earlier version in the place of this one.
  func copyStore(ofVersion version: Int) throws {
    let name = store.isPropertyList ? "moniker.plist" : "moniker.sqlite"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../DataTests/Fixtures/version-\(version)/\(name)")
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Whatever the umask has made of them.
    try #require(chmod(folder, 0o700) == 0)
    try manager.copyItem(atPath: fixture.path(), toPath: file)
    try #require(chmod(file, 0o600) == 0)
  }
}
