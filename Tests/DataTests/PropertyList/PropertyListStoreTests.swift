import Foundation
import Glibc
import MonikerData
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing
@testable import MonikerPropertyList

@Suite struct `A store in a property list` {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.plist")
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test(arguments: [
    "<plist version='1.0'><dict/></plist>",
    "<plist version='1.0'><dict><key>format</key><string>other</string></dict></plist>",
    "<plist version='1.0'><dict><key>volume</key><real>7</real></dict></plist>",
  ])
  func `refuses another program's file`(content: String) async throws {
    try write(content)
    for failure in await PropertyListRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .foreign)
    }
    #expect(try text() == content)
    #expect(folder.contents == ["store.plist"])
  }

  @Test func `keeps no resting nicknames, and says so`() async throws {
    let store = PropertyListRepository(path: path, owner: .test)
    await #expect {
      try await store.change(StoreSettingsChange(nicknameRest: .seconds(1)))
    } throws: { error in
      if case StoreError.store(let failure) = error {
        failure.reason == .unsupported
      } else {
        false
      }
    }
    #expect(try await store.settings() == .standard)
    let shared = InMemoryRepository()
    try await shared.change(StoreSettingsChange(nicknameRest: .seconds(1)))
    let staging = PropertyListStagingStore(path: path)
    for records in [try await shared.contents().all(), try await resting(in: shared)] {
      let failure = await #expect(throws: StoreFailure.self) { try await staging.append(records) }
      #expect(failure?.reason == .unsupported)
    }
    #expect(folder.contents == [])
  }

  /// A record of a nickname that rests.
  private func resting(in store: InMemoryRepository) async throws -> [StoreRecord] {
    let account = try await store.signIn("mina").active.account.id
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    _ = try await store.remove(account, at: context)
    return try await store.contents().all().filter {
      if case .restingNickname = $0 { true } else { false }
    }
  }

  @Test func `is read again after its file was replaced, even by one of the same size`()
    async throws
  {
    let store = PropertyListRepository(path: path, owner: .test)
    try await store.signIn("mina")
    // Both reads, without and with events, fill the cache.
    #expect(try await store.current().active?.account.nickname.text == "mina")
    #expect(try await store.events(limit: 9).count == 2)
    let whole = try text()
    try write(whole.replacing("accountAdded", with: "accountadded"))
    await #expect(throws: HistoryError.self) { try await store.events(limit: 9) }
    try write(whole.replacing("<string>mina</string>", with: "<string>nina</string>"))
    await #expect(throws: SessionError.self) { try await store.current() }
    try write(whole)
    #expect(try await store.current().active?.account.nickname.text == "mina")
  }

  @Test func `of a newer version is refused, and the error names both versions`() async throws {
    try await PropertyListRepository(path: path, owner: .test).signIn("mina")
    let newer = try text().replacing("<integer>1</integer>", with: "<integer>99</integer>")
    try write(newer)
    for failure in await PropertyListRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .newer(found: 99, supported: 1))
    }
    #expect(try text() == newer)
  }

  @Test(arguments: [
    ("activeSession", "activeSessioo"), ("accounts", "account"), ("sessions", "session"),
    ("<key>version</key>", "<key>wersion</key>"), ("<integer>1</integer>", "<integer>0</integer>"),
    ("<integer>1</integer>", "<integer>-9</integer>"),
    ("lastEvent", "lastEven"),
    ("<integer>2</integer>", "<integer>9223372036854775807</integer>"),
    ("<integer>2</integer>", "<integer>9223372036854775806</integer>"),
    ("endedSessions", "ended"), ("<key>place</key>", "<key>plac</key>"),
    ("nicknameKey", "nicknameKez"), ("nicknameSkeleton", "nicknameSkeletom"),
    ("nicknameShownSkeleton", "x"), ("<string>mina</string>", "<string/>"),
    ("<integer>1700000000000</integer>", "<integer>-1</integer>"),
    ("<integer>1700000000000</integer>", "<real>1700000000000</real>"),
    ("<key>account</key>", "<key>akkount</key>"),
    ("<string>00000000", "<string>z0000000"), ("<string>0000000", "<string>1000000"),
    ("<string>mina</string>", "<string>Mina</string>"), ("<key>checksum</key>", "<key>sum</key>"),
    ("lastSignedInAt", "lastSignedOutAt"),
    ("<integer>1700000000000</integer>", "<integer>1700000000001</integer>"),
    ("<key>checksum</key>\n\t<string>", "<key>checksum</key>\n\t<string>0"),
  ])
  func `that lacks a value or holds a wrong one is damaged, and not signed out`(
    original: String,
    damage: String
  ) async throws {
    try await PropertyListRepository(path: path, owner: .test).signIn("mina")
    let damaged = try text().replacing(original, with: damage, maxReplacements: 1)
    try #require(try damaged != text())
    try write(damaged)
    for failure in await PropertyListRepository(path: path, owner: .test).failures() {
      #expect(failure?.reason == .damaged)
    }
    #expect(try text() == damaged)
  }

  @Test(arguments: [
    ("signedOut", "signedUp"), ("hong", "hang"), ("\t\t\t", "\t\t"), ("\n2\t", "\n1\t"),
    ("\n3\t", "\n9\t"),
    ("\n2\t17", "\n2\t-17"), ("accountAdded\t0", "accountAdded\tg"), ("mina", ""),
  ])
  func `with a damaged event returns the active session, and is not written`(
    original: String,
    damage: String
  ) async throws {
    let store = PropertyListRepository(path: path, owner: .test)
    try await store.signIn("mina")
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    _ = try await store.end(.active, at: context, naming: 0)
    try await store.signIn("hong", 2)
    let key = "<key>events</key>"
    let parts = try text().split(separator: key, maxSplits: 1).map { String($0) }
    let damaged = parts[0] + key + parts[1].replacing(original, with: damage, maxReplacements: 1)
    try #require(try damaged != text())
    try write(damaged)
    #expect(try await store.current().active?.account.nickname.text == "hong")
    await #expect { try await store.events(limit: 9) } throws: { error in
      guard case HistoryError.store(let failure) = error else { return false }
      return failure.reason == .damaged
    }
    await #expect(throws: NicknameError.self) { try await store.signIn("gildong", 3) }
    #expect(try text() == damaged)
  }

  @Test(arguments: [
    ("expired\t3", "expired\t5"), ("expired\t3", "expired\t0"), ("expired\t3", "expired\t-3"),
    ("\texpired\t", "\tended up\t"), ("expired\t3", "expired\t"), ("0\t0", "0\tx"),
    ("1700000000005\texp", "-1\texp"),
  ])
  func `with a damaged table of sessions is damaged, and not signed out`(
    original: String,
    damage: String
  ) async throws {
    let store = PropertyListRepository(path: path, owner: .test)
    let request = SignInChange(
      nickname: try Nickname("mina"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 1),
      on: SessionTerms(lifetime: .milliseconds(5)),
      at: ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    )
    _ = try await store.signIn(request)
    let late = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_005))
    #expect(try await store.recordExpiries(at: late) == 1)
    let key = "<key>endedSessions</key>"
    let parts = try text().split(separator: key, maxSplits: 1).map { String($0) }
    let row = try #require(parts[1].split(separator: "</string>").first)
    let damagedRow = row.replacing(original, with: damage, maxReplacements: 1)
    try #require(damagedRow != row, "\(row)")
    let damaged = parts[0] + key + damagedRow + parts[1].dropFirst(row.count)
    try write(damaged)
    for failure in await store.failures() { #expect(failure?.reason == .damaged) }
    #expect(try text() == damaged)
  }

  @Test func `leaves other keys of the file unchanged`() async throws {
    try await PropertyListRepository(path: path, owner: .test).signIn("mina")
    let defaults = PropertyListDefaults(path: path)
    try defaults.set(PropertyListValue.real(2), forKey: "volume")
    try defaults.synchronize()
    try await PropertyListRepository(path: path, owner: .test).signIn("gildong", 2)
    #expect(try PropertyListDefaults(path: path).object(forKey: "volume") == .real(2))
    #expect(try await PropertyListRepository(path: path, owner: .test).accounts().count == 2)
  }

  @Test func `that is larger than any store is refused without being read`() async throws {
    try write("")
    #expect(truncate(path, 1 << 40) == 0)
    #expect(
      await PropertyListRepository(path: path, owner: .test).failures()[0]?.reason == .damaged
    )
  }

  /// The number of descriptors of this process for the file.
  private func descriptors(of file: String) throws -> Int {
    let name = URL(filePath: file).lastPathComponent
    let parent = URL(filePath: file).deletingLastPathComponent().lastPathComponent
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return descriptors.count { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)"
      )
      return target?.hasSuffix("\(parent)/\(name)") == true
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `does not rely on a lock file that was removed during the wait`() async throws {
    let store = PropertyListRepository(path: path, owner: .test, wait: .seconds(3_600))
    try await store.signIn("mina")
    let lock = path + ".lock"
    let held = open(lock, O_RDWR)
    try #require(held >= 0 && flock(held, LOCK_EX) == 0)
    let waiting = Task { try await store.signIn("gildong", 2) }
    try await poll { try descriptors(of: lock) > 1 }
    #expect(unlink(lock) == 0)
    close(held)
    _ = try await waiting.value
    // The writer has locked the file that other writers find.
    #expect(folder.contents == ["store.plist", "store.plist.lock"])
  }
}
