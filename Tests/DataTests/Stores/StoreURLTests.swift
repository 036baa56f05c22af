import Foundation
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `A store at a URL` {
  @Test func `is the one at the path of a file`() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.file("a b 한.store"))
    let sqlite = try SQLiteRepository(url: url.appendingPathExtension("sqlite"), owner: .test())
    _ = try await sqlite.signIn(SignInRequest(nickname: try Nickname("mina"), in: .test))
    await sqlite.close()
    let list = try PropertyListRepository(
      url: url.appendingPathExtension("plist"),
      owner: .test()
    )
    _ = try await list.signIn(SignInRequest(nickname: try Nickname("mina"), in: .test))
    for name in ["a b 한.store.sqlite", "a b 한.store.plist"] {
      #expect(FileManager.default.fileExists(atPath: folder.file(name)))
    }
  }

  @Test func `is refused for a URL that is no file's`() throws {
    let url = try #require(URL(string: "https://example.com/who.sqlite"))
    let failure = #expect(throws: StoreFailure.self) {
      try SQLiteRepository(url: url, owner: .test())
    }
    #expect(
      failure?.description
        == "The store https://example.com/who.sqlite failed: it is not the URL of a file."
    )
    #expect(throws: StoreFailure.self) { try PropertyListRepository(url: url, owner: .test()) }
  }
}
