import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData

/// The layouts of version 1, which every later version opens: the fixtures stay as they are.
@Suite struct `A store of version 1` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/version-1/\(name)").path()
  }

  private func open(_ store: DurableStore, _ name: String = "moniker") throws -> any Store {
    let path = folder.file("store")
    let suffix = store == .sqlite ? "sqlite" : "plist"
    try FileManager.default.copyItem(atPath: fixture("\(name).\(suffix)"), toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return store.open(path)
  }

  @Test func `of a service has what its export of version 1 has`() async throws {
    let export = try await ExportContents(path: fixture("service.jsonl")).all()
    #expect(export.count == 41)
    let store = try open(.sqlite, "service")
    #expect(try await store.contents().all() == export)
    let active = try await store.accounts().map(\.nickname.text)
    #expect(active == ["Gildong", "홍길동", "Åsa", "mina", "robber"])
    #expect(try await store.defects() == [])
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
