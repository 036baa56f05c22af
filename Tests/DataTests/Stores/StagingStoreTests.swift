import Foundation
import MonikerDoubles
import MonikerDomain
import MonikerModel
import Testing

@testable import MonikerData
@testable import MonikerFiles
@testable import MonikerPropertyList

@Suite struct `A staging store` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  /// Records of a store that is not empty.
  private func records(_ nickname: String = "mina", _ number: UInt64 = 1) async throws
    -> [StoreRecord]
  {
    let store = InMemoryRepository()
    try await store.signIn(nickname, number)
    try await store.signIn(nickname + "2", number + 1)
    _ = try await store.end(
      .active,
      at: ChangeContext(at: Timestamp(millisecondsSince1970: 0)),
      naming: 0
    )
    return try await store.contents().all()
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }

  /// Its name is free once it has been moved, and another process may use it at once.
  @Test func `removes no file that another one has made under its name`() throws {
    let place = StoreFile(path: path)
    let first = try StagingFile(beside: place)
    try first.file.move(to: place)
    let second = try StagingFile(beside: place)
    #expect(second.file.path == first.file.path)
    try first.remove()
    #expect(throws: StoreFailure.self) { try first.synchronize() }
    #expect(try second.isInPlace)
    try second.remove()
    #expect(try !second.isInPlace)
  }

  @Test(arguments: DurableStore.allCases)
  func `is invisible until it is placed, and complete then`(kind: DurableStore)
    async throws
  {
    let records = try await records()
    let staging = kind.staging(path)
    for record in records {
      try await staging.append([record])
      #expect(try await kind.open(path).summary().isEmpty)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(try await staging.contents().all() == records)
    #expect(try await staging.defects() == [])
    try await staging.publish(.ifEmpty)
    #expect(try files() == ["store"])
    #expect(try await kind.open(path).contents().all() == records)
    #expect(try await kind.open(path).defects() == [])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: DurableStore.allCases)
  func `does not replace a store that holds something`(kind: DurableStore) async throws {
    try await kind.open(path).signIn("own", 9)
    let before = try await kind.open(path).contents().all()
    let staging = kind.staging(path)
    try await staging.append(try await records())
    await #expect(throws: StoreError.notEmpty(location: path)) {
      try await staging.publish(.ifEmpty)
    }
    #expect(try await kind.open(path).contents().all() == before)
  }

  @Test(arguments: DurableStore.allCases)
  func `replaces an empty store`(kind: DurableStore) async throws {
    let empty = kind.staging(path)
    try await empty.append([.metadata(.none)])
    try await empty.publish(.ifEmpty)
    #expect(try files() == ["store"])
    let records = try await records()
    let staging = kind.staging(path)
    try await staging.append(records)
    try await staging.publish(.ifEmpty)
    #expect(try await kind.open(path).contents().all() == records)
    #expect(try files() == ["store"])
  }

  @Test(arguments: [false, true])
  func `keeps the keys of other programs in a property list`(isKept: Bool) async throws {
    let defaults = PropertyListDefaults(path: path)
    let empty = PropertyListStagingStore(path: path)
    try await empty.append([.metadata(.none)])
    try await empty.publish(.ifEmpty)
    try defaults.set("stays", forKey: "theirs")
    try defaults.synchronize()
    let records = try await records()
    let staging = PropertyListStagingStore(path: path)
    try await staging.append(records)
    try await staging.publish(isKept ? .keeping(at: folder.file("kept")) : .ifEmpty)
    #expect(try await PropertyListRepository(path: path, owner: .test).contents().all() == records)
    #expect(try PropertyListDefaults(path: path).string(forKey: "theirs") == "stays")
  }

  @Test(arguments: [false, true])
  func `replaces a property list beside others, and each keeps what it has replaced`(
    isDamaged: Bool
  ) async throws {
    try await PropertyListRepository(path: path, owner: .test).signIn("own", 9)
    if isDamaged { try Data("no store".utf8).write(to: URL(fileURLWithPath: path)) }
    let (path, records) = (path, try await records())
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let staging = PropertyListStagingStore(path: path, wait: .seconds(3_600))
          try await staging.append(records)
          try await staging.publish(.keeping(at: "\(path).kept-\(number)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try files() == ["store"] + (0..<8).map { "store.kept-\($0)" })
    var damagedCount = 0
    for number in 0..<8 {
      let kept = PropertyListRepository(path: "\(path).kept-\(number)", owner: .test)
      if try await !kept.defects().isEmpty { damagedCount += 1 }
    }
    #expect(damagedCount == (isDamaged ? 1 : 0))
  }

  @Test(arguments: DurableStore.allCases)
  func `replaces a store that others have open, and keeps the old content`(
    kind: DurableStore
  ) async throws {
    let open = kind.open(path)
    try await open.signIn("own", 9)
    // Repeated reads, so that an SQLite store keeps its connections open.
    for _ in 0..<9 { _ = try await open.current() }
    let before = try await open.contents().all()
    let records = try await records()
    let staging = kind.staging(path)
    try await staging.append(records)
    let kept = folder.file("kept")
    try await staging.publish(.keeping(at: kept))
    #expect(try await kind.open(kept).contents().all() == before)
    #expect(try await open.contents().all() == records)
    try await open.signIn("later", 20)
    #expect(
      try await kind.open(path).accounts().map(\.nickname.text) == ["mina", "mina2", "later"]
    )
    #expect(try await kind.open(kept).contents().all() == before)
  }

  @Test func `replaces a backup that another program reads, and says that its file needs the log`()
    async throws
  {
    let kind = DurableStore.sqlite
    try await kind.open(path).signIn("own", 9)
    let before = try await kind.open(path).contents().all()
    let reader = try SQLiteConnection(path: path, location: path, wait: .zero)
    try reader.execute("BEGIN; SELECT count(*) FROM account")
    let records = try await records()
    let staging = SQLiteStagingStore(path: path, wait: .milliseconds(1))
    try await staging.append(records)
    let kept = folder.file("kept")
    let error = await #expect(throws: StoreError.self) {
      try await staging.publish(.replacingBackup(keeping: kept))
    }
    guard case .store(let failure) = error else {
      Issue.record("the staging store has not failed")
      return
    }
    #expect(failure.reason == .busy && failure.isChangeMade)
    #expect(failure.detail.contains("\(path)-wal"))
    #expect(try await kind.open(path).contents().all() == records)
    #expect(try await kind.open(kept).contents().all() == before)
    try reader.execute("COMMIT")
    let next = try await self.records("zoe", 20)
    let again = kind.staging(path)
    try await again.append(next)
    try await again.publish(.replacingBackup(keeping: folder.file("kept again")))
    // The file alone, as people copy it.
    let alone = folder.file("alone")
    try FileManager.default.copyItem(atPath: path, toPath: alone)
    #expect(try await kind.open(alone).contents().all() == next)
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: DurableStore.allCases)
  func `replaces a damaged store, which it keeps byte by byte`(
    kind: DurableStore
  ) async throws {
    let damaged = Data("this is no store".utf8)
    try damaged.write(to: URL(fileURLWithPath: path))
    let log = Data("this is no log".utf8)
    if case .sqlite = kind { try log.write(to: URL(fileURLWithPath: path + "-wal")) }
    let records = try await records()
    for placing in [StorePlacing.ifEmpty, .keeping(at: folder.file("kept"))] {
      let staging = kind.staging(path)
      try await staging.append(records)
      if placing == .ifEmpty {
        await #expect(throws: StoreError.self) { try await staging.publish(placing) }
        #expect(FileManager.default.contents(atPath: path) == damaged)
        try await staging.discard()
      } else {
        try await staging.publish(placing)
      }
    }
    #expect(FileManager.default.contents(atPath: folder.file("kept")) == damaged)
    if case .sqlite = kind {
      #expect(FileManager.default.contents(atPath: folder.file("kept-wal")) == log)
    }
    #expect(try await kind.open(path).contents().all() == records)
    #expect(try await kind.open(path).defects() == [])
  }

  @Test
  func `does not replace another program's property list`() async throws {
    let content = "<plist><dict><key>a</key><true/></dict></plist>"
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    let staging = DurableStore.propertyList.staging(path)
    try await staging.append(try await records())
    await #expect(throws: StoreError.self) {
      try await staging.publish(.keeping(at: folder.file("kept")))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test
  func `does not replace a newer database`() async throws {
    try await DurableStore.sqlite.open(path).signIn("own", 9)
    let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
    try connection.execute("PRAGMA user_version = 99")
    let staging = DurableStore.sqlite.staging(path)
    try await staging.append(try await records())
    await #expect(throws: StoreError.self) {
      try await staging.publish(.keeping(at: folder.file("kept")))
    }
    #expect(try connection.version() == 99)
  }

  @Test(arguments: DurableStore.allCases)
  func `is not disturbed by another one for the same place`(kind: DurableStore) async throws {
    let first = kind.staging(path)
    let second = kind.staging(path)
    let records = try await records()
    let others = try await self.records("hong", 7)
    for (record, other) in zip(records, others) {
      try await first.append([record])
      try await second.append([other])
    }
    try await second.publish(.ifEmpty)
    #expect(try await first.contents().all() == records)
    await #expect(throws: StoreError.notEmpty(location: path)) { try await first.publish(.ifEmpty) }
    #expect(try await first.contents().all() == records)
    try await first.discard()
    #expect(try await kind.open(path).contents().all() == others)
    #expect(try files() == ["store"])
  }

  @Test
  func `removes what a process left that was killed, and nothing else`() async throws {
    let name = ".store.moniker-staging-"
    let left = [name + "12", name + "12-wal", name + "1-shm", name + "2-wal"]
    let stays = [".other" + name + "12", ".store.moniker-staged", name + "new"]
    for file in left + stays { try Data("left".utf8).write(to: URL(filePath: folder.file(file))) }
    let folders = name + "3"
    try FileManager.default.createDirectory(
      atPath: folder.file(folders),
      withIntermediateDirectories: false
    )
    let live = SQLiteStagingStore(path: path)
    try await live.append(try await records())
    let other = SQLiteStagingStore(path: path)
    try await other.append([])
    try await other.discard()
    // The live one, the folder, and a name without a number.
    #expect(try files().count { $0.hasPrefix(name) } == 3)
    try await live.publish(.ifEmpty)
    #expect(try files() == (stays + [folders, "store"]).sorted())
  }

  @Test
  func `is not placed if its records contradict each other`() async throws {
    let records = try await records()
    let staging = SQLiteStagingStore(path: path)
    let failure = await #expect(throws: StoreFailure.self) {
      try await staging.append([records[0], records[0]])
    }
    #expect(failure?.reason == .idInUse)
    // A session without its account.
    await #expect(throws: StoreFailure.self) { try await staging.append([records[2]]) }
    #expect(try await staging.contents().all() == [.metadata(.none)])
    let list = PropertyListStagingStore(path: path)
    try await list.append([records[0], records[0]] + records.dropFirst(2))
    #expect(await !list.defects().isEmpty)
  }
}
