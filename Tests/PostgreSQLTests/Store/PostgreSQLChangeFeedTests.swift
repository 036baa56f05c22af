#if Server
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `The changes that a process is told of` {
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  private func listener() throws -> (PostgreSQLPool, PostgreSQLListener) {
    let pool = PostgreSQLPool(try database.address(), size: 1)
    return (pool, PostgreSQLListener(pool.servers))
  }

  @Test func `begin when its connection listens, and have no notices of its own`() async throws {
    let (pool, listener) = try listener()
    let (otherPool, other) = try self.listener()
    #expect(try await listener.hear(within: .zero) == .beginning)
    #expect(try await other.hear(within: .zero) == .beginning)
    try await listener.tell(through: pool)
    #expect(try await other.hear(within: .seconds(3600)) == .notice)
    // What this process tells arrives before what the other one tells later, or with it.
    try await other.tell(through: otherPool)
    var heard = PostgreSQLListener.Heard.nothing
    while heard == .nothing { heard = try await listener.hear(within: .seconds(3600)) }
    #expect(heard == .notice)
    #expect(try await other.hear(within: .milliseconds(50)) == .nothing)
  }

  @Test func `begin again on a new connection`() async throws {
    let (_, listener) = try listener()
    #expect(try await listener.hear(within: .zero) == .beginning)
    try database.run(
      "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
        + "WHERE query LIKE 'LISTEN%' OR pid = \(listener.name.withLock(\.self))"
    )
    await #expect(throws: PostgreSQLFailure.self) {
      _ = try await listener.hear(within: .seconds(3600))
    }
    #expect(try await listener.hear(within: .zero) == .beginning)
  }

  @Test func `are sent by each change that another process makes`() async throws {
    let (_, listener) = try listener()
    let store = try database.store()
    #expect(try await listener.hear(within: .zero) == .beginning)
    for number in 1...2 {
      _ = try await store.signIn(try Sample.request("ada\(number)", number))
      #expect(try await listener.hear(within: .seconds(3600)) == .notice)
    }
  }

  @Test func `are found if nobody tells of them`() async throws {
    let store = try database.store()
    _ = try await store.signIn(try Sample.request("ada", 1))
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next()?.active != nil)
    // Another program, which sends no notice.
    try database.run("UPDATE moniker.session SET last_seen_at = last_seen_at + 1")
    #expect(try await changes.next()?.active != nil)
  }
}
#endif
