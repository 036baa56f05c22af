import Foundation
import MonikerDomain
import MonikerModel
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData

@Suite(.timeLimit(.minutes(10))) struct `Concurrent changes of an SQLite store` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private func request(
    _ name: String,
    _ number: UInt64,
    session: UInt64? = nil,
    on terms: SessionTerms = .unlimited,
    at time: Int64? = nil
  ) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(name),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: session ?? number),
      on: terms,
      at: ChangeContext(at: Timestamp(millisecondsSince1970: time ?? Int64(number)))
    )
  }

  /// Signs in with all of the requests concurrently.
  ///
  /// - Parameter prepare: runs while they wait.
  /// - Returns: the result of each, in order.
  private func signIn(
    _ requests: [SignInChange],
    wait: Duration = .seconds(3_600),
    after script: String? = nil,
    while prepare: () throws -> Void = {}
  ) async throws -> [Result<SignIn, any Error>] {
    let executor = HeldExecutor()
    let store = SQLiteRepository(path: path, owner: .test, wait: wait, executor: executor)
    let prepared = script.map { script in Task { try await store.execute(script) } }
    if prepared != nil { await executor.holds(1) }
    var tasks: [Task<SignIn, any Error>] = []
    for request in requests {
      tasks.append(Task { try await store.signIn(request) })
      // The requests arrive in order.
      await executor.holds(tasks.count + (prepared == nil ? 0 : 1))
    }
    try prepare()
    executor.release()
    try await prepared?.value
    var results: [Result<SignIn, any Error>] = []
    for task in tasks { results.append(await task.result) }
    await store.close()
    return results
  }

  private func names() async throws -> Set<String> {
    Set(try await SQLiteRepository(path: path, owner: .test).accounts().map(\.nickname.text))
  }

  /// The number of transactions in a log: its frames with a database size, which end a commit.
  ///
  /// Source: "WAL-mode File Format", https://www.sqlite.org/walformat.html.
  private func commitCount() throws -> Int {
    let log = [UInt8](try Data(contentsOf: URL(filePath: path + "-wal")))
    let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
    return stride(from: 32, to: log.count, by: 24 + pageSize)
      .count { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
  }

  @Test func `are all made with one sync`() async throws {
    // The log stays as long as a connection has the store open.
    let other = SQLiteRepository(path: path, owner: .test)
    try await other.signIn("first", 1)
    let before = try commitCount()
    let results = try await signIn((2...65).map { try request("n\($0)", $0) })
    #expect(results.allSatisfy { (try? $0.get().isNewAccount) == true })
    #expect(try commitCount() == before + 1)
    #expect(try await other.accounts().count == 65)
    #expect(try await other.defects() == [])
  }

  @Test func `do not wait for further changes`() async throws {
    let other = SQLiteRepository(path: path, owner: .test)
    try await other.signIn("first", 1)
    let before = try commitCount()
    let results = try await signIn((2...301).map { try request("n\($0)", $0) })
    #expect(results.allSatisfy { (try? $0.get().isNewAccount) == true })
    #expect(try commitCount() == before + 2)
  }

  @Test func `are refused one by one, and then leave nothing`() async throws {
    let other = SQLiteRepository(path: path, owner: .test)
    try await other.signIn("first", 1)
    var requests = try [
      request("mina", 2), request("nina", 2), request("lena", 3), request("dora", 4),
    ]
    // Looks like the nickname of the request right before it.
    requests.append(try request("dοra", 5))
    let results = try await signIn(requests)
    #expect(results.map { (try? $0.get()) != nil } == [true, false, true, true, false])
    #expect(throws: NicknameError.self) { try results[1].get() }
    guard case .failure(NicknameError.store(let failure)) = results[1] else {
      Issue.record("\(results[1])")
      return
    }
    #expect(failure.reason == .idInUse)
    guard case .failure(NicknameError.resembles(_, let holder)) = results[4] else {
      Issue.record("\(results[4])")
      return
    }
    #expect(holder.nickname.text == "dora")
    #expect(try await names() == ["first", "mina", "lena", "dora"])
    let kinds = try await other.events(limit: 99).map(\.kind)
    #expect(kinds.count == 8)
    #expect(try await other.defects() == [])
  }

  @Test(arguments: [[0], [1], [0, 1]])
  func `undo what they had written before they were refused, and nothing else`(
    refused: [Int]
  ) async throws {
    let other = SQLiteRepository(path: path, owner: .test)
    let short = SessionTerms(lifetime: .seconds(1))
    _ = try await other.signIn(request("first", 1, on: short, at: 1))
    let requests = try [
      // By then the first session has expired, which is recorded before the refusal.
      request("fιrst", 2, at: 5_000),
      // The account is created before the session ID turns out to be in use.
      request("mina", 3, session: 1, at: 3),
    ]
    let results = try await signIn(refused.map { requests[$0] } + [request("dora", 4, at: 4)])
    #expect(results.map { (try? $0.get()) != nil } == refused.map { _ in false } + [true])
    #expect(try await names() == ["first", "dora"])
    let events = try await other.events(limit: 99)
    #expect(events.map(\.kind) == [.accountAdded, .signedIn, .accountAdded, .signedIn])
    #expect(try await other.sessions(endedLimit: 9).entries.count { $0.session.ending == nil } == 2)
  }

  @Test func `are made again before and after one that is undone, and return once`() async throws {
    let other = SQLiteRepository(path: path, owner: .test)
    try await other.signIn("first", 1)
    let before = try commitCount()
    let results = try await signIn([
      request("mina", 2), request("dora", 3, session: 1), request("lena", 4), request("mina", 5),
    ])
    #expect(results.map { (try? $0.get())?.isNewAccount } == [true, nil, true, false])
    // One commit of those before it, and one of those after it.
    #expect(try commitCount() == before + 2)
    #expect(try await names() == ["first", "mina", "lena"])
    let events = try await other.events(limit: 99)
    // Two events of each new account, and the one of the sign-in that makes the first active again.
    #expect(events.map(\.sequence) == Array(1...7))
    #expect(try await other.defects() == [])
  }

  @Test func `are made without the one for which SQLite rolls back all`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("first", 1)
    let requests = try [request("mina", 2), request("fatal", 3), request("dora", 4)]
    // A temporary trigger belongs to the connection of the store.
    let results = try await signIn(
      requests,
      after: """
        CREATE TEMP TRIGGER undo BEFORE INSERT ON main.account WHEN NEW.nickname = 'fatal'
        BEGIN SELECT RAISE(ROLLBACK, 'made up'); END
        """
    )
    // What comes after it is not made outside of the transaction first.
    #expect(results.map { (try? $0.get())?.isNewAccount } == [true, nil, true])
    #expect(try await names() == ["first", "mina", "dora"])
  }

  @Test func `all fail if the commit fails, except that a refused one returns its own reason`()
    async throws
  {
    try await SQLiteRepository(path: path, owner: .test).signIn("first", 1)
    let file = try SQLiteConnection(path: path, location: path, wait: .zero)
    // SQLite checks the constraint at the commit, and not before.
    try file.execute(
      """
      CREATE TABLE promise (number INTEGER REFERENCES account (number) DEFERRABLE INITIALLY DEFERRED)
      """
    )
    let results = try await signIn(
      [request("mina", 2), request("broken", 3), request("fιrst", 4), request("mιna", 5)],
      after: """
        CREATE TEMP TRIGGER promise AFTER INSERT ON main.account WHEN NEW.nickname = 'broken'
        BEGIN INSERT INTO promise VALUES (-1); END
        """
    )
    #expect(results.allSatisfy { (try? $0.get()) == nil })
    guard case .failure(NicknameError.resembles(_, let holder)) = results[2] else {
      Issue.record("\(results[2])")
      return
    }
    #expect(holder.nickname.text == "first")
    // The account whose nickname looks alike does not exist.
    guard case .failure(NicknameError.store) = results[3] else {
      Issue.record("\(results[3])")
      return
    }
    #expect(try await names() == ["first"])
  }

  @Test func `create a store that does not exist`() async throws {
    let results = try await signIn((1...5).map { try request("n\($0)", $0) })
    #expect(results.allSatisfy { (try? $0.get().isNewAccount) == true })
    #expect(try await names().count == 5)
    #expect(folder.contents == ["store"])
  }

  @Test func `are made before the store is closed`() async throws {
    try await SQLiteRepository(path: path, owner: .test).signIn("first", 1)
    let executor = HeldExecutor()
    let store = SQLiteRepository(path: path, owner: .test, executor: executor)
    let request = try request("mina", 2)
    let signIn = Task { try await store.signIn(request) }
    await executor.holds(1)
    let closing = Task { await store.close() }
    await executor.holds(2)
    executor.release()
    await closing.value
    #expect(folder.contents == ["store"])
    #expect(try await signIn.value.isNewAccount)
  }

  @Test func `all fail if others keep the lock, except one that changes nothing`()
    async throws
  {
    let first = SQLiteRepository(path: path, owner: .test)
    try await first.signIn("first", 1)
    await first.close()
    let holder = try SQLiteConnection(path: path, location: path, wait: .zero)
    let executor = HeldExecutor()
    let store = SQLiteRepository(
      path: path,
      owner: .test,
      wait: .milliseconds(50),
      executor: executor
    )
    let signIns = try (2...4).map { try request("n\($0)", $0) }.map { request in
      Task { try await store.signIn(request) }
    }
    // No account has that ID, so the removal changes nothing.
    let removal = Task {
      try await store.remove(
        AccountID(high: 0, low: 99),
        at: ChangeContext(at: Timestamp(millisecondsSince1970: 5))
      )
    }
    await executor.holds(4)
    try holder.begin(.immediate)
    executor.release()
    for signIn in signIns {
      await #expect {
        try await signIn.value
      } throws: { error in
        guard case NicknameError.store(let failure) = error else { return false }
        return failure.reason == .busy
      }
    }
    #expect(try await removal.value == nil)
    try holder.execute("ROLLBACK")
    #expect(try await names() == ["first"])
  }

  @Test func `are reported with those of their batch`() async throws {
    let executor = HeldExecutor()
    let reports = Mutex<[Int]>([])
    let store = SQLiteRepository(path: path, owner: .test, executor: executor) { batch in
      reports.withLock { $0.append(batch.waits.count) }
    }
    var signIns: [Task<SignIn, any Error>] = []
    for number in 1...3 {
      let request = try request("n\(number)", UInt64(number), at: Int64(number))
      signIns.append(Task { try await store.signIn(request) })
    }
    await executor.holds(3)
    executor.release()
    for signIn in signIns { #expect(try await signIn.value.isNewAccount) }
    #expect(reports.withLock { $0 } == [3])
  }

  @Test func `share a commit with renewals`() async throws {
    let terms = SessionTerms(lifetime: .seconds(3_600), isSliding: true)
    let other = SQLiteRepository(path: path, owner: .test)
    _ = try await other.signIn(request("first", 1, on: terms, at: 0))
    let before = try commitCount()
    let executor = HeldExecutor()
    let store = SQLiteRepository(path: path, owner: .test, executor: executor)
    let time = Timestamp(millisecondsSince1970: 600_000)
    let renewal = Task { try await store.renew(.active, at: ChangeContext(at: time)) }
    await executor.holds(1)
    let request = try request("mina", 2, at: 600_001)
    let signIn = Task { try await store.signIn(request) }
    await executor.holds(2)
    executor.release()
    #expect(try await renewal.value.active?.session.lastSeenAt == time)
    #expect(try await signIn.value.isNewAccount)
    #expect(try commitCount() == before + 1)
  }
}

extension SQLiteRepository {
  /// Runs a script on the connection of the store.
  fileprivate func execute(_ script: String) throws {
    try connection(forChange: true)?.execute(script)
  }
}
