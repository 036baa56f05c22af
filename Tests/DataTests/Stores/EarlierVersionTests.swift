import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct `A store of an earlier version` {
  private static let versions: [(store: DurableStore, version: Int, current: Int)] = [
    (.sqlite, 1, 5), (.sqlite, 2, 5), (.sqlite, 3, 5), (.sqlite, 4, 5), (.sqlite, 5, 5),
    (.propertyList, 1, 4), (.propertyList, 2, 4), (.propertyList, 3, 4), (.propertyList, 4, 4),
  ]

  @Test(arguments: versions)
  func `tells that version until something is written to it`(
    store: DurableStore,
    version: Int,
    current: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(store.fixture)
    try FileManager.default.copyItem(atPath: store.fixture(ofVersion: version), toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try await store.open(path).summary().version == version)
    try await store.open(path).signIn("newcomer", 99)
    #expect(try await store.open(path).summary().version == current)
  }
}
