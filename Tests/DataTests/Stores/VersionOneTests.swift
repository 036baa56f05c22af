import Foundation
import MonikerData
import MonikerDomain
import MonikerDoubles
import Testing

/// The layouts of version 1.
///
/// Until the first release a change of a layout recreates these fixtures; from then on they stay.
@Suite struct `A store of version 1` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ store: DurableStore) throws -> any Store {
    let name = store == .sqlite ? "moniker.sqlite" : "moniker.plist"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/version-1/\(name)")
    let path = folder.file("store")
    try FileManager.default.copyItem(atPath: fixture.path(), toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return store.open(path)
  }

  @Test(arguments: DurableStore.allCases)
  func `is read with its original content`(kind: DurableStore) async throws {
    let store = try open(kind)
    #expect(
      try await store.accounts().map(\.nickname.text)
        == ["Gildong", "길동", "Åsa", "never", "O'Brien"]
    )
    let sessions = try await store.sessions(endedLimit: .max).entries.map(\.session)
    #expect(sessions.map(\.ending?.reason) == [nil, nil, .expired, .revoked])
    #expect(sessions.map(\.idleTimeout) == [nil, .seconds(28_800), nil, nil])
    #expect(try await store.current().active?.account.nickname.text == "길동")
    let events = try await store.events(limit: .max)
    #expect(events.map(\.sequence) == Array(1...18))
    #expect(events.count { $0.nickname == nil } == 4)
    #expect(try await store.defects() == [])
  }

  @Test(arguments: DurableStore.allCases)
  func `accepts changes`(kind: DurableStore) async throws {
    let store = try open(kind)
    let signIn = try await store.signIn("newcomer", 999)
    #expect(signIn.isNewAccount)
    #expect(try await store.accounts().count == 6)
    #expect(try await store.defects() == [])
  }
}
