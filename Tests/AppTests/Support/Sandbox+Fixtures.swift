import Foundation
import Glibc
import Testing

extension Sandbox {
  /// Replaces the store by the fixture of version 1.
  func copyFixture() throws {
    let name = store.isPropertyList ? "moniker.plist" : "moniker.sqlite"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../DataTests/Fixtures/version-1/\(name)")
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The umask of the checkout may have changed the permissions.
    try #require(chmod(folder, 0o700) == 0)
    try manager.copyItem(atPath: fixture.path(), toPath: file)
    try #require(chmod(file, 0o600) == 0)
  }
}
