#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerPostgreSQL

/// The schema of version 1, which every later version opens: the fixture stays as it is.
@Suite struct `A database of version 1` {
  @Test func `is read with its original content, and accepts changes`() async throws {
    let database = try TestDatabase(withTables: false)
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/version-1.sql")
    try database.run(try String(contentsOf: fixture, encoding: .utf8))
    let store = try database.store()
    let accounts = try await store.accounts().map(\.nickname.text)
    #expect(accounts == ["Gildong", "홍길동", "Åsa", "mina", "robber"])
    #expect(try await store.contents().all().count == 41)
    #expect(try await store.defects() == [])
    let context = RequestContext(in: .test)
    let request = SignInRequest(nickname: try Nickname("newcomer"), in: context)
    let signIn = try await store.signIn(request)
    #expect(signIn.isNewAccount)
    #expect(try await store.defects() == [])
  }
}
#endif
