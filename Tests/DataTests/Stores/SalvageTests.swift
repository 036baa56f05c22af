import Foundation
import MonikerContract
import MonikerDoubles
import MonikerDomain
import MonikerModel
import Testing

@testable import MonikerData
@testable import MonikerPropertyList

@Suite struct `A damaged store` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  /// Makes a store with records of every kind, and returns them.
  ///
  /// - Parameter isShared: whether nicknames rest in a database, for which it has more tables.
  private func make(
    _ kind: DurableStore,
    accounts: UInt64 = 12,
    isShared: Bool = true
  ) async throws -> [StoreRecord] {
    let store = kind.open(path)
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    for number in 1...accounts {
      try await store.signIn("n\(number)", number)
      if number % 3 == 0 { _ = try await store.end(.active, at: context, naming: 0) }
    }
    for number in [1, 4, 5] as [UInt64] {
      let content = try ProfileContent(
        title: "title \(number)",
        // Longer than a page of a database.
        description: String(repeating: "line \(number)\n", count: number == 4 ? 200 : 2),
        picture: PhotoID("p\(number)").map { Picture(id: $0) }
      )
      let id = AccountID(high: 0, low: number)
      let edit = ProfileEdit(content, ofVersion: 0, changedAt: nil, of: id)
      _ = try await store.save(edit, at: context)
    }
    if kind == .sqlite, isShared {
      try await store.change(StoreSettingsChange(nicknameRest: .seconds(10)))
      for number in [2, 5] as [UInt64] {
        let id = AccountID(high: 0, low: number)
        _ = try await store.assign(try Nickname("m\(number)"), to: id, at: context)
      }
    }
    return try await store.contents().all()
  }

  private func content() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Checks that the salvaged records are a sound part of the original ones.
  private func expectPart(
    _ salvage: StoreSalvage,
    of records: [StoreRecord],
    _ comment: Comment
  ) async throws -> [StoreRecord] {
    let saved = try await salvage.contents.all()
    let copy = InMemoryRepository()
    _ = try await copy.merge(saved)
    let defects = try await copy.defects()
    #expect(defects == [], comment)
    let names = Set(records.compactMap(\.nickname))
    #expect(Set(saved.compactMap(\.nickname)).isSubset(of: names), comment)
    return saved
  }

  @Test
  func `in a truncated property list yields all records before the end`() async throws {
    let records = try await make(.propertyList)
    let bytes = try content()
    var counts: [Int] = []
    for count in stride(from: 1, to: bytes.count, by: 61) {
      try write(Array(bytes.prefix(count)))
      do {
        let salvage = try await DurableStore.propertyList.open(path).salvage()
        let saved = try await expectPart(salvage, of: records, "cut after \(count)")
        if saved.count < records.count { #expect(!salvage.losses.isEmpty, "cut after \(count)") }
        counts.append(saved.count)
      } catch let error as StoreFailure {
        #expect(error.reason == .damaged)
        #expect(error.detail == "no part of it can be read", "cut after \(count)")
      }
      #expect(try content() == Array(bytes.prefix(count)))
    }
    // A later cut yields at least as many records.
    #expect(counts == counts.sorted())
    #expect(counts.last.map { $0 > records.count - 3 } ?? false)
  }

  @Test
  func `in a truncated database is complete, or says what was lost`() async throws {
    let records = try await make(.sqlite)
    let bytes = try content()
    var incomplete = 0
    for count in stride(from: bytes.count - 1, to: 4_096, by: -1_021) {
      try write(Array(bytes.prefix(count)))
      do {
        let salvage = try await DurableStore.sqlite.open(path).salvage()
        guard try await expectPart(salvage, of: records, "cut after \(count)") != records else {
          continue
        }
        incomplete += 1
        #expect(!salvage.losses.isEmpty, "cut after \(count)")
        guard case .metadata(let metadata)? = try await salvage.contents.all().last else {
          continue
        }
        if metadata.settings.nicknameRest == .zero {
          #expect(salvage.losses.contains { $0.contains("rest") }, "cut after \(count)")
        }
      } catch let error as StoreFailure {
        #expect(error.reason == .damaged, "cut after \(count)")
      }
    }
    #expect(incomplete > 10)
  }

  @Test
  func `in a partly overwritten property list yields the rest`() async throws {
    let records = try await make(.propertyList)
    let bytes = try content()
    let name = try #require(bytes.firstRange(of: Array("<string>n5</string>".utf8)))
    var changed = bytes
    for position in name.lowerBound..<name.lowerBound + 4 { changed[position] = 0xFF }
    try write(changed)
    let salvage = try await DurableStore.propertyList.open(path).salvage()
    let saved = try await expectPart(salvage, of: records, "n5")
    // Its events contain the nickname.
    #expect(saved.compactMap(\.nickname).contains("n5"))
    #expect(saved.count == records.count)
  }

  /// Damages bytes at random: flips bits, overwrites, removes or repeats a part, or cuts the end.
  private func damaged(
    _ bytes: [UInt8],
    _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    let start = Int.random(in: bytes.indices, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...400, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[start] = UInt8.random(in: 0x20..<0x7F, using: &random)
    case 2: for place in start..<end { bytes[place] = 0 }
    case 3: bytes.removeSubrange(start..<end)
    case 4: bytes.insert(contentsOf: bytes[start..<end], at: start)
    default: bytes.removeSubrange(start...)
    }
    return bytes
  }

  /// What of a store is missing in another one, and a word that names it in the losses.
  private func missing(_ records: [StoreRecord], in others: [StoreRecord]) -> Set<String> {
    // A salvage may give other numbers to events.
    func plain(_ record: StoreRecord) -> StoreRecord {
      switch record {
      case .session(let session):
        .session(
          session.ending.map { session.ended(SessionEnding(at: $0.time, $0.reason)) } ?? session
        )
      case .event(let event): .event(event.numbered(1))
      case .metadata(let metadata):
        .metadata(StoreMetadata(activeSessionID: metadata.activeSessionID, lastSequence: 0))
      case .account, .profile, .restingNickname, .device: record
      }
    }
    let found = Set(others.map(plain))
    return Set(
      records.map(plain).filter { !found.contains($0) }.map { record in
        switch record {
        case .account: "account"
        case .profile: "profile"
        case .restingNickname: "rested"
        case .device: "device"
        case .session: "session"
        case .event: "event"
        case .metadata: "which account was active"
        }
      }
    )
  }

  @Test(arguments: ["<integer>0000</integer>", nil])
  func `gets no history limit below the standard one`(damaged: String?) async throws {
    let store = PropertyListRepository(path: path, owner: .test)
    try await store.signIn("mina", 1)
    try await store.set(StoreSettings(historyLimit: 2_000))
    var text = String(decoding: try content(), as: UTF8.self)
    if let damaged {
      text = text.replacing("<integer>2000</integer>", with: damaged)
    } else {
      text = text.replacing("<key>historyLimit</key>", with: "<key>historyLimxx</key>")
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let salvage = try await PropertyListRepository(path: path, owner: .test).salvage()
    #expect(salvage.losses.contains { $0.contains("history limit") })
    guard case .metadata(let metadata)? = try await salvage.contents.all().last else {
      Issue.record("no metadata")
      return
    }
    #expect(metadata.settings == .standard)
  }

  /// The last session of an account on a device says whether it is signed in there.
  @Test(arguments: DurableStore.allCases)
  func `puts an open session after those that have ended`(kind: DurableStore) async throws {
    let model = InMemoryRepository()
    try await model.signIn("mina", 1)
    let context = ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    _ = try await model.end(.active, at: context, naming: 0)
    let second = try await model.signIn("mina", 2).active
    var records = try await model.contents().all()
    let sessions = records.indices.filter { if case .session = records[$0] { true } else { false } }
    records.swapAt(sessions[0], sessions[1])
    let staging = kind.staging(path)
    try await staging.append(records)
    try await staging.publish(.ifEmpty)
    let store = kind.open(path)
    let defect = "an account has an open session on a device, and a later session there"
    #expect(try await store.defects() == [defect])
    let salvage = try await store.salvage()
    #expect(salvage.losses == [])
    let state = InMemoryRepository()
    _ = try await state.merge(try await salvage.contents.all())
    #expect(try await state.defects() == [])
    #expect(try await state.current().active == second)
  }

  @Test(arguments: DurableStore.allCases, [true, false])
  func `names each kind of thing that was lost`(
    kind: DurableStore,
    isSignedIn: Bool
  ) async throws {
    let seed = UInt64(20_261_123)
    var random = SeededGenerator(seed: seed)
    let store = kind.open(path)
    for number in 0..<9 {
      let time = Timestamp(millisecondsSince1970: 1_700_000_000_000 + Int64(number))
      let request = SignInChange(
        nickname: try Nickname("n\(number)"),
        newAccountID: AccountID(high: random.next(), low: random.next()),
        newSessionID: SessionID(high: random.next(), low: random.next()),
        at: ChangeContext(at: time)
      )
      _ = try await store.signIn(request)
      if number % 3 == 0 || (number == 8 && !isSignedIn) {
        _ = try await store.end(.active, at: ChangeContext(at: time), naming: 0)
      }
    }
    let records = try await store.contents().all()
    // The file alone holds everything then.
    await (store as? SQLiteRepository)?.close()
    let bytes = try content()
    let other = folder.file("damaged")
    var lossCount = 0
    for round in 0..<400 {
      try Data(damaged(bytes, &random)).write(to: URL(fileURLWithPath: other))
      let store = kind.open(other)
      guard let defects = try? await store.defects(), !defects.isEmpty,
        let salvage = try? await store.salvage()
      else { continue }
      let saved = try await salvage.contents.all()
      for name in missing(records, in: saved) {
        lossCount += 1
        let isNamed = salvage.losses.contains { loss in
          loss.contains(name) && (name != "account" || !loss.hasPrefix("which account"))
        }
        #expect(isNamed, "seed \(seed), round \(round): \(name) is not in \(salvage.losses)")
      }
    }
    #expect(lossCount > 100)
  }

  @Test(arguments: DurableStore.allCases, [Int.max, .max - 1, (1 << 53) + 1])
  func `with event numbers that no store reaches is repaired, and can be used`(
    kind: DurableStore,
    number: Int
  ) async throws {
    let records = try await make(kind)
    switch kind {
    case .sqlite:
      let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
      try connection.execute("UPDATE sqlite_sequence SET seq = \(number) WHERE name = 'event'")
      try connection.execute(
        "UPDATE event SET number = \(number) WHERE number = (SELECT max(number) FROM event)"
      )
    case .propertyList:
      let defaults = PropertyListDefaults(path: path)
      try await defaults.updateFile { (content: inout [String: PropertyListValue]) in
        guard var state = try? PropertyListLayout.state(in: content, at: path) else { return }
        state.lastSequence = number
        state.events.append(state.events.removeLast().numbered(number))
        PropertyListLayout.write(state, to: &content)
      }.get()
    }
    let store = kind.open(path)
    #expect(try await !store.defects().isEmpty)
    do {
      let salvage = try await store.salvage()
      let saved = try await expectPart(salvage, of: records, "\(number)")
      #expect(saved.compactMap(\.nickname) == records.compactMap(\.nickname))
      let staging = kind.staging(path)
      try await staging.append(saved)
      try await staging.publish(.salvaging(to: folder.file("kept")))
      withExtendedLifetime(salvage) {}
    }
    #expect(try await kind.open(path).defects() == [])
    try await kind.open(path).signIn("later", 99)
    #expect(try await kind.open(path).current().active?.account.nickname.text == "later")
  }

  /// `mina` has an ended session before an open one, and `hong` a later open one.
  @Test(arguments: DurableStore.allCases)
  func `keeps the order of the sessions`(kind: DurableStore) async throws {
    let store = kind.open(path)
    try await store.signIn("mina", 1)
    _ = try await store.end(.active, at: ChangeContext(at: ManualClock().now), naming: 0)
    try await store.signIn("mina", 2)
    try await store.signIn("hong", 3)
    let before = try await store.contents().all()
    // Without the mark of its format, the parts are put together anew.
    switch kind {
    case .sqlite:
      if let database = store as? SQLiteRepository { await database.close() }
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: 60)
      try file.write(contentsOf: Data("X".utf8))
      try file.close()
    case .propertyList:
      var content = try PropertyListDefaults(path: path).read() ?? [:]
      content["version"] = nil
      try PropertyListDefaults(path: path).replaceAll(with: content) {}
    }
    let salvage = try await kind.open(path).salvage()
    #expect(try await salvage.contents.all() == before)
  }

  /// If each of the dictionaries were read to its end, and the lines before it counted, this would take
  /// hours.
  @Test
  func `in a property list of nested dictionaries without ends is found missing`() async throws {
    let nested = String(repeating: "<dict><key>accounts</key><array>", count: 100_000)
    try write(Array("<?xml version=\"1.0\"?><plist>\(nested)".utf8))
    let store = DurableStore.propertyList.open(path)
    let failure = await #expect(throws: StoreFailure.self) { try await store.salvage() }
    #expect(failure?.reason == .damaged)
  }

  /// The file of one kind is no damaged store of the other kind: nothing may replace it.
  @Test(arguments: DurableStore.allCases)
  func `is refused for a store of the other kind`(kind: DurableStore) async throws {
    _ = try await make(kind)
    let before = try content()
    let other: DurableStore = kind == .sqlite ? .propertyList : .sqlite
    let store = other.open(path)
    let salvaging = await #expect(throws: StoreFailure.self) { try await store.salvage() }
    let reading = await #expect(throws: SessionError.self) { try await store.current() }
    #expect(salvaging?.reason == .foreign)
    guard case .store(let failure)? = reading else {
      Issue.record("it was read")
      return
    }
    #expect(failure.reason == .foreign)
    let staging = other.staging(path)
    try await staging.append([.metadata(.none)])
    await #expect(throws: StoreError.self) {
      try await staging.publish(.keeping(at: folder.file("kept")))
    }
    #expect(try content() == before)
  }

  @Test
  func `in a property list is complete, and the losses say that nothing else is missing`()
    async throws
  {
    _ = try await make(.propertyList)
    let text = String(decoding: try content(), as: UTF8.self)
    // Only the events are damaged: their checksum proves nothing, the other one all the rest.
    try write(Array(text.replacing("accountAdded", with: "accountadded").utf8))
    let salvage = try await DurableStore.propertyList.open(path).salvage()
    #expect(salvage.losses.allSatisfy { $0.contains("event") })
    #expect(!salvage.losses.isEmpty)
  }

  @Test
  func `in a database without the table of accounts yields the accounts of its events`()
    async throws
  {
    let records = try await make(.sqlite)
    var bytes = try content()
    // The root page of the table.
    let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
    let root = try connection.row("SELECT rootpage FROM sqlite_schema WHERE name = 'account'") {
      row throws(StoreFailure) in try row.integer(0)
    }
    let page = try Int(#require(root)) - 1
    for position in page * 4_096..<(page + 1) * 4_096 { bytes[position] = 0xFF }
    let damaged = folder.file("damaged")
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    let store = SQLiteRepository(path: damaged, owner: .test)
    #expect(try await !store.defects().isEmpty)
    let salvage = try await store.salvage()
    let saved = try await expectPart(salvage, of: records, "the accounts")
    #expect(saved.compactMap(\.nickname) == records.compactMap(\.nickname))
    #expect(saved.count == records.count)
    #expect(!salvage.losses.isEmpty)
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: damaged))) == bytes)
  }

  @Test func `in a database with a damaged ID of an account gets it from the index`() async throws {
    let records = try await make(.sqlite)
    var bytes = try content()
    // The rows of a table are its ID and then its nickname; the index has the ID alone.
    let id = AccountID(high: 0, low: 2).description
    let name = try #require(bytes.firstRange(of: Array("\(id)m2".utf8)))
    bytes[name.lowerBound + 2] = UInt8(ascii: "7")
    bytes[name.lowerBound + 4] = UInt8(ascii: "7")
    try write(bytes)
    let salvage = try await DurableStore.sqlite.open(path).salvage()
    let saved = try await expectPart(salvage, of: records, "the ID")
    #expect(saved.filter { $0.nickname != nil } == records.filter { $0.nickname != nil })
    #expect(!salvage.losses.contains { $0.contains("m2") }, "\(salvage.losses)")
  }

  @Test
  func `in a database with an unreadable page yields the others`() async throws {
    let records = try await make(.sqlite, accounts: 150)
    let bytes = try content()
    var total = 0
    for page in 1..<bytes.count / 4_096 {
      var changed = bytes
      for position in page * 4_096..<(page + 1) * 4_096 { changed[position] = 0xAA }
      let damaged = folder.file("damaged")
      try Data(changed).write(to: URL(fileURLWithPath: damaged))
      let salvage = try await SQLiteRepository(path: damaged, owner: .test).salvage()
      total += try await expectPart(salvage, of: records, "page \(page)").count
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["damaged", "store"])
    }
    // On average most of the records are read.
    #expect(total > records.count * (bytes.count / 4_096 - 1) * 3 / 4)
  }

  /// `scripts/test --damage N` tries N bits of every byte; the default is a sample.
  @Test
  func `in a database with a changed bit of its first page is complete`() async throws {
    let records = try await make(.sqlite, isShared: false)
    let bytes = try content()
    let size = SQLiteHeader.pageSize(bytes)
    let seed = UInt64.random(in: 1 ... .max)
    var random = SeededGenerator(seed: seed)
    let count = ProcessInfo.processInfo.environment["MONIKER_TEST_DAMAGE"].flatMap { Int($0) } ?? 0
    let sample = Array(0..<100) + (0..<60).map { _ in Int.random(in: 100..<size, using: &random) }
    for place in count > 0 ? Array(0..<size) : sample {
      for bit in (0..<8).shuffled(using: &random).prefix(max(1, count)) {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        try write(damaged)
        let comment = Comment("byte \(place), bit \(bit), seed \(seed)")
        let store = DurableStore.sqlite.open(path)
        #expect(try await !store.defects().isEmpty, comment)
        let salvage = try await store.salvage()
        #expect(salvage.losses == [], comment)
        #expect(try await salvage.contents.all() == records, comment)
      }
    }
  }

  /// Makes a database with the tables of shared stores, whose schema is on several pages.
  private func makeLarge() async throws -> [StoreRecord] {
    let records = try await make(.sqlite)
    let store = SQLiteRepository(path: path, owner: .test)
    try await store.set(StoreSettings(historyLimit: 77))
    await store.close()
    return records
  }

  @Test func `whose schema is damaged on any of its pages keeps what is on the others`()
    async throws
  {
    let records = try await makeLarge()
    let bytes = try content()
    let size = SQLiteHeader.pageSize(bytes)
    var complete = 0
    for page in 1..<bytes.count / size {
      var damaged = bytes
      for place in page * size..<(page + 1) * size { damaged[place] = 0 }
      try write(damaged)
      let store = DurableStore.sqlite.open(path)
      let salvage = try await store.salvage()
      #expect(!salvage.losses.isEmpty, "page \(page + 1)")
      let names = try await salvage.contents.all().compactMap(\.nickname)
      if names.count == records.compactMap(\.nickname).count { complete += 1 }
    }
    // Only the table of accounts is on a page of its own, and its index.
    #expect(complete >= bytes.count / size - 3)
    for kept in (bytes.count / size - 5)..<bytes.count / size {
      try write(Array(bytes.prefix(kept * size)))
      let salvage = try await DurableStore.sqlite.open(path).salvage()
      let names = try await salvage.contents.all().compactMap(\.nickname)
      #expect(names.count == records.compactMap(\.nickname).count, "\(kept) pages")
    }
  }

  @Test func `with any damaged page is sound after it was replaced`() async throws {
    let records = try await makeLarge()
    let bytes = try content()
    let size = SQLiteHeader.pageSize(bytes)
    for page in 1..<bytes.count / size {
      var damaged = bytes
      damaged[page * size + size / 2] ^= 0xFF
      try write(damaged)
      let staging = SQLiteStagingStore(path: path)
      try await staging.append(records)
      try await staging.publish(.keeping(at: folder.file("kept \(page)")))
      let store = DurableStore.sqlite.open(path)
      #expect(try await store.defects() == [], "page \(page + 1)")
      #expect(try await store.contents().all() == records, "page \(page + 1)")
    }
  }

  @Test func `of a newer version with a changed byte is refused as newer`() async throws {
    _ = try await make(.sqlite)
    do {
      let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
      try connection.execute("PRAGMA user_version = 2")
    }
    var bytes = try content()
    bytes[500] ^= 1
    try write(bytes)
    let store = DurableStore.sqlite.open(path)
    for failure in [
      await #expect(throws: StoreFailure.self) { try await store.salvage() },
      await #expect(throws: StoreFailure.self) { try await store.defects() },
    ] {
      #expect(failure?.reason == .newer(found: 2, supported: 1))
    }
  }

  @Test(arguments: DurableStore.allCases)
  func `of another program or a newer version is not salvaged`(kind: DurableStore) async throws {
    if case .sqlite = kind {
      let connection = try SQLiteConnection(path: ":memory:", location: path, wait: .zero)
      try connection.execute("CREATE TABLE theirs (a); VACUUM INTO '\(path)'")
    } else {
      try write(Array("<plist><dict><key>a</key><true/></dict></plist>".utf8))
    }
    let failure = await #expect(throws: StoreFailure.self) {
      _ = try await kind.open(path).salvage()
    }
    #expect(failure?.reason == .foreign)
    #expect(folder.contents == ["store"])
  }

  @Test func `that could not be replaced is not kept a second time`() async throws {
    _ = try await make(.propertyList)
    var bytes = try content()
    bytes[bytes.count / 2] = 0
    try write(bytes)
    // In the place of the file in which the new content is prepared.
    #expect(mkdir(folder.file(".store.moniker-new"), 0o700) == 0)
    let salvage = try await DurableStore.propertyList.open(path).salvage()
    let staging = PropertyListStagingStore(path: path)
    try await staging.append(try await salvage.contents.all())
    await #expect(throws: StoreError.self) {
      try await staging.publish(.salvaging(to: folder.file("kept")))
    }
    #expect(try content() == bytes)
    #expect(!folder.contents.contains("kept"))
    withExtendedLifetime(salvage) {}
  }

  /// Nothing but the tables' definitions is there, and those are the same in every store.
  @Test(arguments: [0..<100, 0..<4_096, 40..<44, 1_000..<1_100, 3_900..<4_000, 100..<4_096])
  func `in a database with a damaged first page is complete`(range: Range<Int>) async throws {
    let records = try await make(.sqlite, isShared: false)
    var bytes = try content()
    for place in range { bytes[place] = UInt8(truncatingIfNeeded: place &* 31 | 1) }
    try write(bytes)
    let salvage = try await DurableStore.sqlite.open(path).salvage()
    #expect(try await salvage.contents.all() == records)
  }

  /// A quadratic salvage would take hours for these.
  @Test(arguments: [
    "<dict><!--", "<dict><!--</dict>", "<dict><key \"", "<dict><key \"</dict>",
    "<dict><key><![CDATA[", "<dict><key><![CDATA[</dict>", "<dict>", "</dict>",
  ])
  func `that repeats markup without an end is read once`(markup: String) async throws {
    try write(Array(String(repeating: markup, count: 400_000).utf8))
    let failure = await #expect(throws: StoreFailure.self) {
      try await DurableStore.propertyList.open(path).salvage()
    }
    #expect(failure?.detail == "no part of it can be read")
  }

  @Test func `is not replaced if the lock was removed during its repair`() async throws {
    _ = try await make(.propertyList)
    var bytes = try content()
    bytes[bytes.count / 2] = 0
    try write(bytes)
    let salvage = try await DurableStore.propertyList.open(path).salvage()
    let staging = PropertyListStagingStore(path: path)
    try await staging.append(try await salvage.contents.all())
    #expect(unlink(path + ".lock") == 0)
    let error = await #expect(throws: StoreError.self) {
      try await staging.publish(.salvaging(to: folder.file("kept")))
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .busy)
    #expect(try content() == bytes)
    withExtendedLifetime(salvage) {}
  }
}

extension StoreRecord {
  fileprivate var nickname: String? {
    if case .account(let account, _, _, _) = self { account.nickname.text } else { nil }
  }
}
