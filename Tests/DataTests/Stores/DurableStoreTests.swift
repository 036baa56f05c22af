import Foundation
import MonikerData
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `A durable store` {
  let folder: TemporaryFolder
  private let context = ChangeContext(at: Timestamp(millisecondsSince1970: 0))

  init() throws {
    folder = try TemporaryFolder()
  }

  private func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test(arguments: DurableStore.allCases)
  func `keeps nicknames of any length that a policy allows`(store: DurableStore) async throws {
    let path = folder.file("store")
    let unlimited = try NicknamePolicy(maximumCharacters: .max, maximumBytes: .max)
    let long = String(repeating: "\u{FDFA}", count: 2_000)
    let request = SignInChange(
      nickname: try Nickname(long, under: unlimited),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 1),
      at: ChangeContext(at: Timestamp(millisecondsSince1970: 0))
    )
    let account = try await store.open(path).signIn(request).active.account
    #expect(account.nickname.text.utf8.count > 30_000)
    #expect(try await store.open(path).accounts() == [account])
  }

  @Test(arguments: DurableStore.allCases)
  func `has no trace of a removed account in its files`(kind: DurableStore) async throws {
    let path = folder.file("store")
    let traces = [
      "Gildong", "Minari", "the-host", "the-terminal", "a-title", "a-description", "a-picture",
    ]
    func found() throws -> [String] {
      try folder.contents.flatMap { name in
        let content = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        return traces.filter { content.firstRange(of: Data($0.utf8)) != nil }
      }
    }
    let origin = Origin(host: "the-host", terminal: "the-terminal")
    do {
      let store = kind.open(path)
      try await store.signIn("other", 2)
      let request = SignInChange(
        nickname: try Nickname("Minari"),
        newAccountID: AccountID(high: 0, low: 1),
        newSessionID: SessionID(high: 0, low: 1),
        at: ChangeContext(at: context.time, from: origin)
      )
      _ = try await store.signIn(request)
      // Many events, so that pages are split.
      for number in 0..<40 {
        let name = number.isMultiple(of: 2) ? "Gildong" : "Minari"
        _ = try await store.rename(
          .active,
          to: try Nickname(name),
          at: ChangeContext(at: context.time, from: origin)
        )
        try await store.signIn("other", 3)
        _ = try await store.activate(
          .account(AccountID(high: 0, low: 1)),
          at: ChangeContext(at: context.time, from: origin)
        )
        // Long and short texts in turn, so that pages become free.
        let content = try ProfileContent(
          title: "a-title",
          description: String(repeating: "a-description ", count: number % 3 * 60 + 1),
          picture: PhotoID("a-picture\(number)").map { Picture(id: $0) }
        )
        let id = AccountID(high: 0, low: 1)
        let edited = try await store.profile(of: id, in: .test)
        let edit = ProfileEdit(content, ofVersion: number, changedAt: edited?.changedAt, of: id)
        _ = try await store.save(edit, at: ChangeContext(at: context.time, from: origin))
      }
    }
    #expect(Set(try found()) == Set(traces))
    do {
      let store = kind.open(path)
      _ = try await store.remove(
        AccountID(high: 0, low: 1),
        at: ChangeContext(at: context.time, from: origin)
      )
    }
    #expect(try found() == [])
  }

  @Test(arguments: DurableStore.allCases)
  func `is not created by reading`(kind: DurableStore) async throws {
    let store = kind.open(folder.file("a/store"))
    #expect(try await store.current().active == nil)
    #expect(try await store.accounts() == [])
    #expect(try await store.sessions(endedLimit: 9).entries == [])
    #expect(try await store.renew(.active, at: context).active == nil)
    #expect(try await store.endSessions(.all, at: context) == [])
    #expect(try await store.remove(AccountID(high: 0, low: 1), at: context) == nil)
    #expect(try await store.events(limit: 9) == [])
    let signOut = try await store.end(.active, at: context, naming: 9)
    #expect(signOut == SignOut(ended: nil, stillOpen: [], moreAreOpen: false))
    await #expect(throws: NicknameError.notSignedIn) {
      try await store.rename(
        .active,
        to: try Nickname("b"),
        at: context
      )
    }
    var changes = store.changes().makeAsyncIterator()
    #expect(try await changes.next()?.active == nil)
    #expect(folder.contents == [])
  }

  @Test(arguments: DurableStore.allCases)
  func `is created by the first write, for its owner alone`(kind: DurableStore) async throws {
    let store = kind.open(folder.file("a/b/store"), makesParents: true)
    // The store stays open so that SQLite's log exists during the check.
    defer { withExtendedLifetime(store) {} }
    try await store.signIn("mina")
    #expect(try permissions("a") == 0o700)
    #expect(try permissions("a/b") == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b"))
    #expect(files.contains("store"))
    for file in files { #expect(try permissions("a/b/\(file)") == 0o600) }
  }

  @Test(arguments: DurableStore.allCases)
  func `is unreachable below a missing folder, which the failure names`(
    kind: DurableStore
  ) async throws {
    let path = folder.file("no/such/folder/store")
    var failures: [StoreFailure?] = []
    do { try await kind.open(path).signIn("mina") } catch NicknameError.store(let failure) {
      failures.append(failure)
    }
    do {
      let staging = kind.staging(path)
      try await staging.append([.metadata(.none)])
      try await staging.publish(.ifEmpty)
    } catch let failure as StoreFailure {
      failures.append(failure)
    } catch StoreError.store(let failure) {
      failures.append(failure)
    }
    #expect(failures.map { $0?.reason } == [.unreachable, .unreachable])
    for failure in failures {
      #expect(failure?.detail == "there is no folder \(folder.file("no"))")
    }
    #expect(folder.contents == [])
    // The folder itself is made, if the one above it is there.
    try FileManager.default.createDirectory(
      atPath: folder.file("no/such"),
      withIntermediateDirectories: true
    )
    try await kind.open(path).signIn("mina")
    #expect(try permissions("no/such/folder") == 0o700)
  }

  @Test(arguments: DurableStore.allCases)
  func `is copied with the folders of its home`(kind: DurableStore) async throws {
    let staging = kind.staging(folder.file("a/b/store"), makesParents: true)
    try await staging.append([.metadata(.none)])
    try await staging.publish(.ifEmpty)
    #expect(try permissions("a") == 0o700)
    #expect(try permissions("a/b/store") == 0o600)
  }

  @Test(arguments: DurableStore.allCases, [0o600, 0o640, 0o644, 0o604, 0o700])
  func `keeps the permissions that its owner has set`(kind: DurableStore, mode: Int) async throws {
    let path = folder.file("store")
    try await kind.open(path).signIn("mina")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try await kind.open(path).signIn("hong", 2)
    #expect(try permissions("store") == mode)
    // Also when a copy takes its place.
    let staging = kind.staging(path)
    try await staging.append([.metadata(.none)])
    try await staging.publish(.keeping(at: folder.file("kept")))
    #expect(try permissions("store") == mode)
  }

  /// A sign-in whose session is renewed by use a minute later.
  private func renewableSignIn(at start: Timestamp) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname("mina"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 1),
      on: SessionTerms(lifetime: .seconds(600), isSliding: true),
      at: ChangeContext(at: start)
    )
  }

  @Test(.timeLimit(.minutes(10)), arguments: DurableStore.allCases)
  func `does not wait for a lock to renew a session`(kind: DurableStore) async throws {
    let path = folder.file("store")
    let start = Timestamp(millisecondsSince1970: 0)
    let store = kind.open(path, wait: .seconds(3_600))
    _ = try await store.signIn(try renewableSignIn(at: start))
    let holding = try Process.holding(kind, at: path)
    defer { holding.closeFile() }
    await #expect {
      try await store.renew(.active, at: ChangeContext(at: start.advanced(by: .seconds(60))))
    } throws: { error in
      guard case SessionError.store(let failure) = error else { return false }
      return failure.reason == .busy
    }
  }

  /// The path may be mistyped, or a disk not mounted: nobody is signed out by that.
  @Test(arguments: DurableStore.allCases)
  func `is unreachable to a reader, too, below a missing folder`(kind: DurableStore) async throws {
    let store = kind.open(folder.file("no/such/store"))
    let expected = StoreFailure(
      .unreachable,
      at: folder.file("no/such/store"),
      detail: "there is no folder \(folder.file("no"))"
    )
    await #expect(throws: SessionError.store(expected)) { try await store.current() }
    await #expect(throws: AccountError.store(expected)) { try await store.accounts() }
    await #expect(throws: HistoryError.store(expected)) { try await store.events(limit: 1) }
    await #expect(throws: expected) { try await store.summary() }
    #expect(folder.contents == [])
  }

  /// Opening the database must not wait either: a change would wait for that, and then for itself.
  @Test(.timeLimit(.minutes(10))) func `does not wait to be opened for a renewal`() async throws {
    let path = folder.file("store")
    let start = Timestamp(millisecondsSince1970: 0)
    let store = SQLiteRepository(path: path, owner: .test, wait: .seconds(3_600))
    _ = try await store.signIn(try renewableSignIn(at: start))
    await store.close()
    let holding = try Process.holding(.sqlite, at: path, excludingReaders: true)
    defer { holding.closeFile() }
    await #expect {
      try await store.renew(.active, at: ChangeContext(at: start.advanced(by: .seconds(60))))
    } throws: { error in
      guard case SessionError.store(let failure) = error else { return false }
      return failure.reason == .busy
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: DurableStore.allCases)
  func `renews and reads without waiting, also while another change waits`(
    kind: DurableStore
  ) async throws {
    let path = folder.file("store")
    let start = Timestamp(millisecondsSince1970: 0)
    let store = kind.open(path, wait: .seconds(3_600))
    let active = try await store.signIn(try renewableSignIn(at: start)).active
    let holding = try Process.holding(kind, at: path)
    defer { holding.closeFile() }
    let later = ChangeContext(at: start.advanced(by: .seconds(60)))
    // Several, so that some are about to wait while the calls below arrive.
    let waiting = (2...9).map { number in
      Task { try await store.signIn("n\(number)", UInt64(number)).active.account.nickname.text }
    }
    for _ in 0..<20 {
      await #expect {
        try await store.renew(.active, at: later)
      } throws: { error in
        guard case SessionError.store(let failure) = error else { return false }
        return failure.reason == .busy
      }
      #expect(try await store.current().active == active)
      #expect(try await store.accountList().entries.count == 1)
    }
    holding.closeFile()
    var names: Set<String> = []
    for task in waiting { names.insert(try await task.value) }
    #expect(names == Set((2...9).map { "n\($0)" }))
  }

  @Test(.timeLimit(.minutes(10)), arguments: DurableStore.allCases)
  func `leaves nothing beside its file and its lock`(kind: DurableStore) async throws {
    do {
      let store = kind.open(folder.file("store"))
      try await store.signIn("mina")
      _ = try await store.end(.active, at: context, naming: 9)
    }
    // SQLite's log is removed with the connection, which closes with the store.
    let expected = kind == .sqlite ? ["store"] : ["store", "store.lock"]
    try await poll { folder.contents == expected }
  }

  @Test(
    arguments: DurableStore.allCases,
    [
      (Data(), StoreFailure.Reason.damaged),
      (Data("garbage that is no store".utf8), .damaged),
      (Data(repeating: 0, count: 5_000), .damaged),
    ]
  )
  func `refuses a damaged file, and leaves it unchanged`(
    kind: DurableStore,
    file: (content: Data, reason: StoreFailure.Reason)
  ) async throws {
    let path = folder.file("store")
    try file.content.write(to: URL(filePath: path))
    for failure in await kind.open(path).failures() {
      #expect(failure?.reason == file.reason)
      #expect(failure?.location == path)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == file.content)
    #expect(Set(folder.contents).subtracting(["store.lock"]) == ["store"])
  }

  @Test(arguments: DurableStore.allCases, ["folder", "fifo", "link", "dangling link"])
  func `refuses anything but a regular file`(kind: DurableStore, obstacle: String) async throws {
    let path = folder.file("store")
    let target = folder.file("target")
    switch obstacle {
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    case "link":
      try await kind.open(target).signIn("mina")
      #expect(symlink(target, path) == 0)
    default: #expect(symlink(target, path) == 0)
    }
    for failure in await kind.open(path).failures() {
      #expect(failure?.reason == .unreachable)
      #expect(failure?.location == path)
    }
    if obstacle == "dangling link" { #expect(!folder.contents.contains("target")) }
  }

  @Test(arguments: DurableStore.allCases)
  func `is unreachable below a link without a target`(kind: DurableStore) async throws {
    // The target may be on a disk that is not mounted, so the store is not signed out.
    #expect(symlink("/nowhere/at all", folder.file("link")) == 0)
    for failure in await kind.open(folder.file("link/a/store")).failures() {
      #expect(failure?.reason == .unreachable)
    }
  }

  @Test(arguments: DurableStore.allCases)
  func `may have a name that begins with a combining mark`(kind: DurableStore) async throws {
    let path = folder.file("\u{301}a/\u{301}b")
    try await kind.open(path).signIn("mina")
    #expect(try await kind.open(path).accounts().count == 1)
    #expect(folder.contents == ["\u{301}a"])
  }

  @Test(arguments: DurableStore.allCases)
  func `is unreachable below a file`(kind: DurableStore) async throws {
    try Data().write(to: URL(filePath: folder.file("file")))
    for failure in await kind.open(folder.file("file/store")).failures() {
      #expect(failure?.reason == .unreachable)
    }
  }

  @Test(arguments: DurableStore.allCases)
  func `continues in the file that is now at its path`(kind: DurableStore) async throws {
    let path = folder.file("store")
    let store = kind.open(path)
    try await store.signIn("mina", 1)
    for name in folder.contents where name != "store.lock" {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    #expect(try await store.current().active == nil)
    try await store.signIn("gildong", 2)
    #expect(try await kind.open(path).accounts().map(\.nickname.text) == ["gildong"])
    #expect(try await store.accounts().map(\.nickname.text) == ["gildong"])
  }

  @Test(arguments: DurableStore.allCases)
  func `removes the leftovers of a killed writer`(kind: DurableStore) async throws {
    try Data("half".utf8).write(to: URL(filePath: folder.file(".store.moniker-new")))
    try Data("other".utf8).write(to: URL(filePath: folder.file("store.new")))
    try await kind.open(folder.file("store")).signIn("mina")
    #expect(!folder.contents.contains(".store.moniker-new"))
    // A file of another program with a similar name stays.
    #expect(folder.contents.contains("store.new"))
    #expect(try await kind.open(folder.file("store")).accounts().count == 1)
  }
}

extension Process {
  /// Starts a process that locks a store as a writer does.
  ///
  /// - Returns: a pipe that ends the process when it is closed: Foundation starts it with SIGTERM
  ///   blocked.
  fileprivate static func holding(
    _ kind: DurableStore,
    at path: String,
    excludingReaders isExclusive: Bool = false
  ) throws -> FileHandle {
    let begin =
      isExclusive
      ? "held.execute('PRAGMA locking_mode=exclusive'); held.execute('BEGIN EXCLUSIVE')"
      : "held.execute('BEGIN IMMEDIATE')"
    let hold =
      switch kind {
      case .propertyList:
        "import fcntl; held = open(sys.argv[1] + '.lock'); fcntl.flock(held, fcntl.LOCK_EX)"
      case .sqlite:
        "import sqlite3; held = sqlite3.connect(sys.argv[1], isolation_level=None); \(begin)"
      }
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import sys; \(hold); print('held', flush=True); sys.stdin.read()", path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
    return input.fileHandleForWriting
  }
}
