import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData

/// A store that remembers what tokens prove, with ten devices, on each of which an account is signed in.
@Suite(.timeLimit(.minutes(10))) struct `An SQLite store with a cache` {
  private static let devices = 10

  private let folder: TemporaryFolder
  private let path: String
  private let executor = HeldExecutor()
  private let store: SQLiteRepository
  /// Another process, as far as the first one can know.
  private let other: SQLiteRepository

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    executor.release()
    store = Self.open(path, 100, executor)
    other = SQLiteRepository(path: path, owner: Self.owner)
    for number in 1...Self.devices {
      let registration = DeviceRegistration(label: nil, provenBy: token(number))
      _ = try await store.register(registration, as: Self.device(number), at: Self.time)
      try await store.confirmToken(token(number))
      try await Self.signIn(number, at: store)
    }
    for _ in 0..<3 { _ = try await names(of: store) }
  }

  private static let time = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  /// One for all stores, so that their new IDs differ.
  private static let owner = StoreOwner.test()

  private static func open(_ path: String, _ count: Int, _ executor: HeldExecutor? = nil)
    -> SQLiteRepository
  {
    SQLiteRepository(
      path: path,
      owner: owner,
      wait: .seconds(3_600),
      executor: executor,
      cachedSessions: count
    )
  }

  private static func device(_ number: Int) -> DeviceID {
    DeviceID(high: 0xDE << 56, low: UInt64(number))
  }

  private static func signIn(_ number: Int, at store: SQLiteRepository) async throws {
    let context = RequestContext(in: .everything(on: device(number)))
    _ = try await store.signIn(SignInRequest(nickname: try Nickname("n\(number)"), in: context))
  }

  /// Ends the active session of a device.
  private static func signOut(_ number: Int, at store: SQLiteRepository) async throws {
    _ = try await store.end(
      .active,
      in: RequestContext(in: .everything(on: device(number))),
      naming: 1
    )
  }

  /// The nicknames that the tokens lead to; "" for none.
  private func names(
    of store: SQLiteRepository,
    _ numbers: ClosedRange<Int> = 1...devices
  ) async throws -> [String] {
    try await store.sessions(provenBy: numbers.map(token)).map {
      $0?.session.active?.account.nickname.text ?? ""
    }
  }

  private func expect(
    _ expected: [String],
    of store: SQLiteRepository,
    _ numbers: ClosedRange<Int> = 1...devices,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let names = try await names(of: store, numbers)
    #expect(names == expected, sourceLocation: location)
  }

  /// Runs `body` while each read of the file waits; one that `body` waits for would wait until the time limit.
  private func whileReadsWait(
    of store: SQLiteRepository,
    _ body: () async throws -> Void
  ) async throws {
    let entered = AsyncStream.makeStream(of: Void.self)
    let door = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup { group in
      // As many as the store has connections for reading.
      for _ in 0..<2 {
        group.addTask {
          try await store.read(SessionError.self, orElse: (), isLong: true) { _ in
            entered.continuation.yield()
            door.wait()
          }
        }
      }
      var entries = entered.stream.makeAsyncIterator()
      for _ in 0..<2 { await entries.next() }
      executor.hold()
      defer {
        executor.release()
        for _ in 0..<2 { door.signal() }
      }
      try await body()
    }
  }

  private static let all = (1...devices).map { "n\($0)" }

  @Test func `answers without a read what it has read before`() async throws {
    try await whileReadsWait(of: store) { () async throws in
      for number in 1...Self.devices {
        try await expect(["n\(number)"], of: store, number...number)
      }
      try await expect(Self.all, of: store)
    }
  }

  @Test func `answers without a read after a change of its own`() async throws {
    try await Self.signOut(4, at: store)
    try await whileReadsWait(of: store) { () async throws in
      try await expect(["n1", "n2", "n3", ""], of: store, 1...4)
      try await expect(Array(Self.all[4...]), of: store, 5...10)
    }
  }

  @Test func `forgets nothing when a change is refused, and all accounts are as they were`()
    async throws
  {
    let context = RequestContext(in: .everything(on: Self.device(3)))
    await #expect(throws: NicknameError.self) {
      _ = try await store.rename(.active, to: try Nickname("N5"), in: context)
    }
    try await whileReadsWait(of: store) { () async throws in try await expect(Self.all, of: store) }
  }

  /// Statements that change, or not, what the token of device 2 proves; each undoes nothing.
  static let statements: [(sql: String, isTold: Bool)] = [
    ("UPDATE device SET label = 'x' WHERE id = ?2", true),
    ("UPDATE device SET host = 'x' WHERE id = ?2", true),
    ("UPDATE device SET terminal = 'x' WHERE id = ?2", true),
    ("UPDATE device SET registered_at = 1 WHERE id = ?2", true),
    ("UPDATE device SET token = 'x' WHERE id = ?2", true),
    ("UPDATE device SET token = '\(token(12).hexadecimal)' WHERE id = ?2", true),
    ("DELETE FROM device WHERE id = ?2", true),
    ("DELETE FROM active_session WHERE device = ?2", true),
    ("UPDATE active_session SET device = 'x' WHERE device = ?2", true),
    ("UPDATE active_session SET session = session + 1000 WHERE device = ?2", true),
    (
      "INSERT OR REPLACE INTO active_session SELECT ?2, number + 1000 FROM session WHERE device = ?2",
      true
    ),
    (
      "INSERT OR REPLACE INTO active_session SELECT 'x', number FROM session WHERE device = ?2",
      true
    ),
    ("UPDATE session SET last_seen_at = started_at + 1 WHERE device = ?2", true),
    ("UPDATE session SET device = 'x' WHERE device = ?2", true),
    ("DELETE FROM session WHERE device = ?2", true),
    ("UPDATE account SET nickname = 'x' WHERE nickname = 'n2'", true),
    ("UPDATE account SET nickname_key = 'x' WHERE nickname = 'n2'", true),
    ("UPDATE account SET nickname_skeleton = 'x' WHERE nickname = 'n2'", true),
    ("UPDATE account SET shown_skeleton = 'x' WHERE nickname = 'n2'", true),
    ("UPDATE account SET created_at = 1 WHERE nickname = 'n2'", true),
    ("UPDATE account SET id = 'x' WHERE nickname = 'n2'", true),
    ("UPDATE account SET number = number + 1000 WHERE nickname = 'n2'", true),
    ("UPDATE account SET last_signed_in_at = 1 WHERE nickname = 'n2'", false),
    ("UPDATE device SET next_token = 'x' WHERE id = ?2", false),
    ("UPDATE device SET label = 'x' WHERE id <> ?2", false),
    ("UPDATE session SET last_seen_at = 1 WHERE device <> ?2", false),
    ("DELETE FROM active_session WHERE device <> ?2", false),
  ]

  /// A connection that changes the file, with a cache that hears of it.
  private struct Scene {
    let file: SQLiteFile
    let connection: SQLiteConnection
    let cache: ProvenSessionCache

    init(_ path: String, capacity: Int = 10) throws {
      cache = ProvenSessionCache(capacity: capacity)
      file = SQLiteFile(path: path, wait: .zero)
      connection = try file.open(try #require(try file.fileID()), forChange: true)
      try connection.execute("PRAGMA foreign_keys = OFF")
      try attach()
      connection.observeCommits(by: ChangedDevices(of: connection, telling: cache))
    }

    func attach() throws {
      let id = try #require(try file.fileID())
      let (anchor, files) = try file.openWithFiles(id, forChange: false)
      cache.attach(to: anchor, files)
    }

    func answer(_ number: Int) -> ProvenSession? {
      cache.answer(for: [token(number)], in: file).sessions[0]
    }

    /// Reads what a token proves, and runs `body` before the cache keeps it.
    ///
    /// - Returns: whether the cache took it for the state of the file.
    func ask(_ number: Int, _ body: () throws -> Void = {}) throws -> Bool {
      let asked = [token(number)]
      let moment = try #require(cache.answer(for: asked, in: file).moment)
      let found = try connection.sessions(provenBy: asked)
      try body()
      return cache.keep(found, for: asked, readSince: moment)
    }

    func run(_ sql: String) throws {
      try connection.transaction { () throws(StoreFailure) in try connection.run(sql) }
    }
  }

  /// Notes how long the database file is when a change has been committed.
  private final class CommitNote: SQLiteCommitObserver {
    let path: String
    private(set) var sizes: [Int?] = []

    init(_ path: String) { self.path = path }

    func prepare() {}
    func willChange() {}
    func willCommit() {}
    func didChange(isCommitted: Bool) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      sizes.append(isCommitted ? attributes?[.size] as? Int : nil)
    }
  }

  @Test func `hears of a commit once, before SQLite writes a long log into the database`() throws {
    let scene = try Scene(path)
    let note = CommitNote(path)
    scene.connection.observeCommits(by: note)
    let size = { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int }
    let before = try size()
    // 1,100 pages of 4 KB, each a frame of the log.
    try scene.run("CREATE TABLE filler AS SELECT zeroblob(4505600) AS bytes")
    #expect(note.sizes == [before])
    #expect(try #require(try size()) > 4_505_600)
    try scene.run("DROP TABLE filler")
    #expect(note.sizes.count == 2)
  }

  @Test(arguments: statements)
  func `hears of each row that a statement changes`(sql: String, isTold: Bool) async throws {
    let scene = try Scene(path)
    #expect(try scene.ask(2))
    let before = scene.answer(2)
    #expect(before?.session.active?.account.nickname.text == "n2")
    let count = scene.connection.writtenRowCount
    try scene.run(sql.replacingOccurrences(of: "?2", with: "'\(Self.device(2).description)'"))
    #expect(scene.connection.writtenRowCount > count)
    let after = scene.answer(2)
    #expect((after != before) == isTold)
    #expect(try after == nil || after == scene.connection.sessions(provenBy: [token(2)])[0])
  }

  @Test func `hears of changes of a device with a new token after the old one is forgotten`()
    async throws
  {
    let scene = try Scene(path, capacity: 2)
    #expect(try scene.ask(2))
    let device = Self.device(2).description
    try scene.run("UPDATE device SET token = '\(token(12).hexadecimal)' WHERE id = '\(device)'")
    #expect(try scene.ask(12))
    // There is room for two.
    #expect(try scene.ask(3))
    try scene.run("UPDATE device SET label = 'new' WHERE id = '\(device)'")
    #expect(scene.answer(12)?.proof.device.label == "new")
  }

  @Test(arguments: [4_095, 4_096, 4_097, 9_000])
  func `keeps the newest of many tokens`(capacity: Int) async throws {
    let scene = try Scene(path, capacity: capacity)
    let session = try #require(try scene.connection.sessions(provenBy: [token(2)])[0])
    let digests = (0..<10_000).map(token)
    let moment = try #require(scene.cache.answer(for: [], in: scene.file).moment)
    // Each token twice: the second time it is in its place already.
    for digest in digests {
      for _ in 1...2 { #expect(scene.cache.keep([session], for: [digest], readSince: moment)) }
    }
    let known = scene.cache.answer(for: digests, in: scene.file).sessions.map { $0 != nil }
    #expect(known == (0..<10_000).map { $0 >= 10_000 - capacity })
  }

  @Test func `does not take a token for one with an equal beginning`() async throws {
    let scene = try Scene(path)
    let similar = try #require(SecretDigest(bytes: token(2).bytes.dropLast() + [0xFF]))
    #expect(try scene.ask(2))
    #expect(scene.cache.answer(for: [similar], in: scene.file).sessions == [nil])
  }

  @Test func `does not keep what was read before a change`() async throws {
    let scene = try Scene(path)
    let other = try SQLiteConnection(path: path, location: path, wait: .zero)
    let isKept = try scene.ask(2) { try other.execute("UPDATE session SET last_seen_at = 1") }
    #expect(!isKept)
    #expect(scene.answer(2) == nil)
  }

  @Test func `does not keep what was read before the file was opened again`() async throws {
    let scene = try Scene(path)
    #expect(try scene.ask(2))
    let isKept = try scene.ask(3) {
      scene.cache.detach()
      #expect(scene.answer(2) == nil)
      try scene.attach()
    }
    #expect(!isKept)
    #expect(scene.answer(3) == nil)
    #expect(try scene.ask(3))
    #expect(scene.answer(3) != nil)
  }

  @Test func `does not take a change of another process for its own`() async throws {
    let scene = try Scene(path)
    let other = try SQLiteConnection(path: path, location: path, wait: .zero)
    #expect(try scene.ask(2))
    scene.cache.willChange()
    try other.execute("UPDATE session SET last_seen_at = 1")
    try other.execute("UPDATE session SET last_seen_at = 2")
    // The own change was one commit, and the other process has made one more.
    scene.cache.didChange([:], commits: 1)
    #expect(scene.answer(2) == nil)
  }

  @Test func `keeps all others when a read meets its own change between commit and report`()
    async throws
  {
    let scene = try Scene(path)
    #expect(try scene.ask(2))
    scene.cache.willChange()
    let own = try SQLiteConnection(path: path, location: path, wait: .zero)
    try own.execute("UPDATE session SET last_seen_at = 1 WHERE number = 3")
    #expect(try scene.ask(3))
    #expect(scene.answer(3) == nil)
    scene.cache.didChange([Self.device(3): nil], commits: 1)
    #expect(scene.answer(2) != nil)
    #expect(scene.answer(3) == nil)
  }

  @Test func `shows a new nickname on each device of the account`() async throws {
    // The same account on two devices.
    let context = RequestContext(in: .everything(on: Self.device(2)))
    _ = try await store.signIn(SignInRequest(nickname: try Nickname("n1"), in: context))
    try await expect(["n1", "n1", "n3"], of: store, 1...3)
    _ = try await store.rename(.active, to: try Nickname("mina"), in: context)
    try await whileReadsWait(of: store) { () async throws in
      try await expect(["mina", "mina"] + Self.all[2...], of: store)
    }
  }

  @Test func `keeps no more than it may, and forgets the oldest first`() async throws {
    let executor = executor
    let small = Self.open(path, 3, executor)
    // The first question opens the file.
    for number in [9, 1, 2, 3, 4] { _ = try await names(of: small, number...number) }
    try await whileReadsWait(of: small) { () async throws in
      try await expect(["n2", "n3", "n4"], of: small, 2...4)
      let first = Task { () async throws in try await names(of: small, 1...1) }
      // The question for the forgotten token is a read, which waits.
      await executor.holds(1)
      executor.release()
      let name = try await first.value
      #expect(name == ["n1"])
    }
  }

  @Test func `answers for several tokens as of one moment, also if it knows some of them`()
    async throws
  {
    let executor = executor
    let other = other
    let fresh = Self.open(path, 100, executor)
    // The first question opens the file.
    for number in [9, 1] { _ = try await names(of: fresh, number...number) }
    try await whileReadsWait(of: fresh) { () async throws in
      // The first token is known, and the second one is read, which waits.
      let both = Task { () async throws in try await names(of: fresh, 1...2) }
      await executor.holds(1)
      try await Self.signOut(1, at: other)
      executor.release()
      let answers = try await both.value
      #expect(answers == ["", "n2"])
    }
  }

  @Test func `shows at once what another process has changed`() async throws {
    for number in 1...Self.devices {
      try await Self.signOut(number, at: other)
      try await expect([""], of: store, number...number)
      let left = (1...Self.devices).map { $0 > number ? "n\($0)" : "" }
      try await expect(left, of: store)
      try await expect(left, of: store)
    }
  }

  @Test func `shows what either of two processes has acknowledged, while both change and many ask`()
    async throws
  {
    let (store, other) = (store, other)
    try await withThrowingTaskGroup { group in
      for number in 1...Self.devices {
        let writer = number.isMultiple(of: 3) ? other : store
        group.addTask {
          for _ in 0..<25 {
            try await Self.signOut(number, at: writer)
            try await expect([""], of: store, number...number)
            try await Self.signIn(number, at: writer)
            try await expect(["n\(number)"], of: store, number...number)
          }
        }
        group.addTask {
          for _ in 0..<200 {
            for (place, name) in zip(1..., try await names(of: store)) {
              #expect(["", "n\(place)"].contains(name))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await expect(Self.all, of: store)
  }

  @Test func `reads the file that is now at its path`() async throws {
    let replacement = folder.file("replacement")
    let new = SQLiteRepository(path: replacement, owner: .test)
    let registration = DeviceRegistration(label: nil, provenBy: token(1))
    _ = try await new.register(registration, as: Self.device(1), at: Self.time)
    try await new.confirmToken(token(1))
    await new.close()
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.moveItem(atPath: replacement, toPath: path)
    // The replacement is noticed although the store is asked all the time.
    while try await names(of: store, 1...1) != [""], !Task.isCancelled {}
    try await expect([String](repeating: "", count: Self.devices), of: store)
    try await Self.signIn(1, at: store)
    try await expect(["n1", ""], of: store, 1...2)
  }

  @Test func `refuses a schema that was migrated meanwhile`() async throws {
    let later = try SQLiteConnection(path: path, location: path, wait: .zero)
    try later.execute("PRAGMA user_version = 99")
    for _ in 0..<3 {
      await #expect {
        try await names(of: store)
      } throws: { error in
        guard case CredentialError.store(let failure) = error else { return false }
        return failure.reason == .newer(found: 99, supported: 1)
      }
    }
  }

  @Test func `leaves nothing beside its file once it is closed`() async throws {
    await other.close()
    await store.close()
    #expect(folder.contents == ["store"])
    try await expect(Self.all, of: store)
  }
}

private func token(_ number: Int) -> SecretDigest {
  let word = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
  guard let digest = SecretDigest(bytes: word + word + word + word) else {
    preconditionFailure("a digest has 32 bytes")
  }
  return digest
}
