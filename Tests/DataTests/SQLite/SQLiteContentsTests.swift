import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

/// Reading a database that is too large to be loaded as a whole.
@Suite struct SQLiteContentsTests {
  @Test
  func `Concurrent changes do not show in the contents, and are not blocked by them`() async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = SQLiteRepository(path: path, owner: .test)
    for number in 1...3 as ClosedRange<UInt64> { try await store.signIn("n\(number)", number) }
    let before = try await store.contents().all()
    let file = SQLiteFile(path: path, wait: .zero)
    let fileID = try #require(try file.fileID())
    let contents = try SQLiteContents(try file.open(fileID, forChange: false))
    let first = try await contents.next()
    try await store.signIn("later", 9)
    #expect(try await first + contents.all() == before)
    #expect(try await store.contents().all().count == before.count + 4)
  }
}
