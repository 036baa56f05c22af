import Foundation
import Glibc
import Testing

extension Sandbox {
  /// Puts the store of version 1 that is kept with the tests in the place of this one.
  func copyFixture() throws {
    let name = store.isPropertyList ? "moniker.plist" : "moniker.sqlite"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../DataTests/Fixtures/version-1/\(name)")
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Whatever the umask has made of them.
    try #require(chmod(folder, 0o700) == 0)
    try manager.copyItem(atPath: fixture.path(), toPath: file)
    try #require(chmod(file, 0o600) == 0)
  }
}
