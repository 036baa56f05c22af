import Dispatch
import Foundation
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerData

/// A store that was read often enough to keep connections for reading.
@Suite(.timeLimit(.minutes(10))) struct `An SQLite store that is read repeatedly` {
  private let folder: TemporaryFolder
  private let path: String
  private let executor = HeldExecutor()
  private let store: SQLiteRepository

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    executor.release()
    store = SQLiteRepository(path: path, owner: .test, wait: .seconds(3_600), executor: executor)
    try await store.signIn("mina", 1)
    for _ in 0..<20 { _ = try await store.accounts() }
  }

  private func names() async throws -> [String] {
    try await store.accounts().map(\.nickname.text)
  }

  @Test func `does not wait for a writer`() async throws {
    let mina = try #require(try await store.accounts().first)
    let digest = try #require(SecretDigest(bytes: Array(repeating: 7, count: 32)))
    let device = try await store.register(DeviceRegistration(label: nil, provenBy: digest))
    try await store.setRecoveryKey(digest, of: mina.id, proof: .notDemanded, in: .test)
    let holder = try SQLiteConnection(path: path, location: path, wait: .zero)
    try holder.begin(.immediate)
    let store = store
    executor.hold()
    let signIn = Task { try await store.signIn("dora", 2) }
    await executor.holds(1)
    // A read that waits for the sign-in would wait until the time limit.
    for _ in 0..<50 {
      async let one = names()
      async let other = names()
      let both = try await (one, other)
      #expect(both.0 == ["mina"] && both.1 == ["mina"])
      let conflict = try await store.conflict(of: try Nickname("Mina"), for: nil, in: .test)
      #expect(conflict == .taken(by: mina))
      #expect(try await store.device(provenBy: digest)?.device == device)
      #expect(try await store.isRecoveryKey(digest, of: mina.id))
    }
    executor.release()
    try holder.execute("COMMIT")
    _ = try await signIn.value
    #expect(try await names() == ["mina", "dora"])
  }

  @Test func `returns what was acknowledged before, also through another object`() async throws {
    let other = SQLiteRepository(path: path, owner: .test)
    for number in 2...40 as ClosedRange<UInt64> {
      try await (number.isMultiple(of: 2) ? store : other).signIn("n\(number)", number)
      #expect(try await store.current().active?.session.id == SessionID(high: 0, low: number))
      #expect(try await store.accounts().count == Int(number))
    }
  }

  /// The threads on which reads ran, and a door at which reads stop.
  private final class Visits: Sendable {
    private let threads = Mutex<Set<pthread_t>>([])
    private let entered = AsyncStream.makeStream(of: Void.self)
    private let door = DispatchSemaphore(value: 0)

    var all: Set<pthread_t> { threads.withLock(\.self) }

    func note() {
      let thread = pthread_self()
      _ = threads.withLock { $0.insert(thread) }
    }

    func stop() {
      note()
      entered.continuation.yield()
      door.wait()
    }

    func await(_ count: Int) async {
      var visits = entered.stream.makeAsyncIterator()
      for _ in 0..<count { await visits.next() }
    }

    func open(_ count: Int) { for _ in 0..<count { door.signal() } }
  }

  @Test func `runs long reads on threads of their own, and short ones beside them`() async throws {
    let (long, short) = (Visits(), Visits())
    let store = store
    try await withThrowingTaskGroup { group in
      // As many as there are connections at least. They would also block a pool of two threads.
      for _ in 0..<2 {
        group.addTask {
          try await store.read(SessionError.self, orElse: (), isLong: true) { _ in long.stop() }
        }
      }
      await long.await(2)
      for _ in 0..<50 {
        try await store.read(SessionError.self, orElse: ()) { _ in short.note() }
      }
      long.open(2)
      try await group.waitForAll()
    }
    #expect(long.all.count == 2)
    #expect(long.all.isDisjoint(with: short.all))
  }

  @Test func `answers many concurrent reads`() async throws {
    let store = store
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask { (try? await store.accounts().count) == 1 }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// Removes the store as another program would.
  private func removeStore() throws {
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private func makeOther() async throws -> String {
    let other = folder.file("other")
    let replacement = SQLiteRepository(path: other, owner: .test)
    try await replacement.signIn("dora", 2)
    await replacement.close()
    return other
  }

  @Test func `reads the file that is now at its path, or none`() async throws {
    let other = try await makeOther()
    try removeStore()
    // The replacement is noticed although the store is read all the time.
    while try await names() != [], !Task.isCancelled {}
    #expect(try await names() == [])
    try FileManager.default.moveItem(atPath: other, toPath: path)
    for _ in 0..<20 { #expect(try await names() == ["dora"]) }
  }

  @Test func `writes at once to the file that is now at its path`() async throws {
    let other = try await makeOther()
    _ = try await names()
    try removeStore()
    try FileManager.default.moveItem(atPath: other, toPath: path)
    try await store.signIn("nora", 3)
    #expect(try await names() == ["dora", "nora"])
    #expect(try await SQLiteRepository(path: path, owner: .test).accounts().count == 2)
  }

  @Test func `refuses a schema that was migrated meanwhile`() async throws {
    let later = try SQLiteConnection(path: path, location: path, wait: .zero)
    try later.execute("PRAGMA user_version = 99")
    for _ in 0..<3 {
      await #expect {
        try await store.accounts()
      } throws: { error in
        guard case AccountError.store(let failure) = error else { return false }
        return failure.reason == .newer(found: 99, supported: 1)
      }
    }
  }

  @Test func `refuses a file that others can now write`() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    await #expect(throws: AccountError.self) {
      while !Task.isCancelled { _ = try await names() }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try await names() == ["mina"])
  }

  @Test func `leaves nothing beside its file once it is closed`() async throws {
    await store.close()
    #expect(folder.contents == ["store"])
    // The store then opens again.
    #expect(try await names() == ["mina"])
  }
}
