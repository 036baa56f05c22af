import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

/// Stores that the second version of the program made, with neither events nor sessions that have
/// ended: one account signed in for good, one for ten years, one for a second, one that was only added,
/// one that signed out.
@Suite struct `A store of version 2` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func place(_ store: DurableStore) throws -> String {
    let path = folder.file(store.fixture)
    try FileManager.default.copyItem(atPath: store.fixture(ofVersion: 2), toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  @Test(arguments: DurableStore.allCases)
  func `keeps every account and session, and who is active`(store: DurableStore) async throws {
    let opened = store.open(try place(store))
    let entries = try await opened.accountList().entries
    #expect(entries.map(\.account.nickname.text) == ["Gildong", "홍 길동", "mina", "new", "gone"])
    #expect(entries.map(\.isActive) == [true, false, false, false, false])
    #expect(entries.map { $0.session != nil } == [true, true, true, false, false])
    // Only a session tells of it.
    #expect(entries.map(\.lastSignedInAt) == entries.map { $0.session?.startedAt })
    #expect(entries.allSatisfy { $0.session?.slidesBy == nil && $0.session?.ending == nil })
    #expect(try await opened.events(HistoryQuery(limit: 9)) == [])
  }

  @Test(arguments: DurableStore.allCases)
  func `has seen the latest of its times, and goes on from there`(
    store: DurableStore
  ) async throws {
    let path = try place(store)
    let entries = try await store.open(path).accountList().entries
    let times = entries.flatMap {
      [$0.account.createdAt, $0.session?.lastSeenAt].compactMap(\.self)
    }
    let last = try #require(times.max())
    let opened = store.open(path)
    #expect(try await opened.current().latest == LatestTime(time: last, clock: last))
    // Long before the fixture was made.
    let early = try await opened.signIn("new", 99)
    #expect(early.active.session.startedAt == last)
    #expect(early.isNewAccount == false)
    let mina = try #require(entries[2].session?.expiresAt)
    _ = try await opened.end(.active, at: Occasion(at: mina), naming: 9)
    for again in [opened, store.open(path)] {
      let events = try await again.events(HistoryQuery(limit: 9)).map(\.event)
      #expect(events.map(\.kind) == [.signedIn, .expired, .signedOut])
      #expect(events.map(\.nickname) == ["new", "mina", "new"])
      #expect(events[1].time == mina)
      let sessions = try await again.sessions(endedLimit: 9).entries
      #expect(sessions.map(\.session.ending?.reason) == [nil, nil, .expired, .signedOut])
    }
  }

  @Test(arguments: [(3_618, 16), (8_098, 128), (24_537, 128), (3_198, 16)] as [(Int, UInt8)])
  func `that is damaged is refused before it is migrated, and stays as it is`(
    place: Int,
    mask: UInt8
  ) async throws {
    let path = try self.place(.sqlite)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[place] ^= mask
    try bytes.write(to: URL(filePath: path))
    #expect(await DurableStore.sqlite.open(path).failures()[1]?.reason == .damaged)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(folder.contents == [DurableStore.sqlite.fixture])
  }

  /// SQLite reads what is not defined to the letter, and leaves it out where it writes the database anew, or
  /// drops half of it.
  @Test(
    arguments: [1, 2, 3],
    [("tableaccountaccount", 3), ("tablesessionsession", 3), ("indexsession_of_account", 13)]
      + [("indexsession_of_account", 3), ("tableactive_sessionactive_session", 9)]
  )
  func `or another one whose schema is not so to the letter is refused, and stays as it is`(
    version: Int,
    change: (text: String, place: Int)
  ) async throws {
    let store = DurableStore.sqlite
    let path = folder.file(store.fixture)
    var bytes = try Data(contentsOf: URL(filePath: store.fixture(ofVersion: version)))
    let found = try #require(bytes.range(of: Data(change.text.utf8)))
    bytes[found.lowerBound + change.place] ^= 0x20
    try await expectRefused(bytes, at: path)
  }

  /// The types of a record's columns are before it, and 23 is a text of five bytes, 22 a blob.
  @Test(arguments: [1, 2, 3])
  func `or another one with a table whose type is no text is refused, and stays as it is`(
    version: Int
  ) async throws {
    let store = DurableStore.sqlite
    let path = folder.file(store.fixture)
    var bytes = try Data(contentsOf: URL(filePath: store.fixture(ofVersion: version)))
    let found = try #require(bytes.range(of: Data("tableactive_sessionactive_session".utf8)))
    let type = try #require(bytes[..<found.lowerBound].lastIndex(of: 23))
    bytes[type] = 22
    try await expectRefused(bytes, at: path)
  }

  private func expectRefused(_ bytes: Data, at path: String) async throws {
    let store = DurableStore.sqlite
    try bytes.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(await store.open(path).failures().compactMap { $0?.reason }.contains(.damaged))
    await #expect(throws: NicknameError.self) { try await store.open(path).signIn("newcomer", 99) }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(folder.contents == [store.fixture])
  }
}
