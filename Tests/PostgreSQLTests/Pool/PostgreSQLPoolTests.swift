#if Server
import Glibc
import MonikerCluster
import MonikerDomain
import Testing

@testable import MonikerPostgreSQL

/// A lock of the database that the owner holds, so that calls of a pool wait for it.
private final class HeldLock {
  private let connection: PostgreSQLConnection

  init(in place: EngineDatabase) throws {
    let address = try #require(PostgreSQLAddress(place.database.uri()))
    connection = try PostgreSQLServers(address, limits: PostgreSQLLimits()) {
      (_) throws(PostgreSQLFailure) in
    }.connect().connection
    try connection.run("SELECT pg_advisory_lock(1)")
  }

  func release() throws { try connection.run("SELECT pg_advisory_unlock(1)") }

  static let wait = "SELECT pg_advisory_xact_lock(1)"
  static let waitingCount =
    "SELECT count(*) = $1 FROM pg_locks WHERE NOT granted AND database = "
    + "(SELECT oid FROM pg_database WHERE datname = current_database())"

  static func isAwaited(by count: Int) -> String {
    waitingCount.replacing("$1", with: "\(count)")
  }
}

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `A pool of connections` {
  @Test func `gives a connection to one call at a time, in the order of the calls`() async throws {
    let place = try EngineDatabase(size: 1)
    let lock = try HeldLock(in: place)
    async let first = place.change(HeldLock.wait)
    try await place.wait(until: HeldLock.isAwaited(by: 1))
    let order = Shared<[Int]>([])
    try await withThrowingTaskGroup { group in
      for number in 0..<3 {
        group.addTask {
          try await place.pool.read(.statement) { _ throws(PostgreSQLFailure) in
            order.withLock { $0.append(number) }
          }
        }
        while place.pool.waiterCount <= number { try await Task.sleep(for: .milliseconds(1)) }
      }
      #expect(order.withLock(\.self) == [])
      try lock.release()
      try await group.waitForAll()
    }
    try await first
    #expect(order.withLock(\.self) == [0, 1, 2])
  }

  @Test func `fails as busy if no connection is free in time`() async throws {
    let place = try EngineDatabase(size: 1, wait: .milliseconds(50))
    let lock = try HeldLock(in: place)
    async let first = place.change(HeldLock.wait)
    try await place.wait(until: HeldLock.isAwaited(by: 1))
    let failure = await failure { try await place.integer("SELECT 7") }
    #expect(failure?.failure.reason == .busy)
    #expect(place.pool.waiterCount == 0)
    try lock.release()
    try await first
    #expect(try await place.integer("SELECT 7") == 7)
  }

  @Test func `lets a cancelled task leave the queue`() async throws {
    let place = try EngineDatabase(size: 1)
    let lock = try HeldLock(in: place)
    async let first = place.change(HeldLock.wait)
    try await place.wait(until: HeldLock.isAwaited(by: 1))
    let task = Task { await failure { try await place.integer("SELECT 7") } }
    while place.pool.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await task.value?.failure.reason == .busy)
    #expect(place.pool.waiterCount == 0)
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return await failure { try await place.integer("SELECT 7") }
    }
    cancelled.cancel()
    #expect(await cancelled.value?.failure.reason == .busy)
    try lock.release()
    try await first
    #expect(try await place.integer("SELECT 7") == 7)
  }

  @Test func `holds no thread of the cooperative pool`() async throws {
    let count = 2 * System.coreCount + 1
    let place = try EngineDatabase(size: count)
    let lock = try HeldLock(in: place)
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { try await place.change(HeldLock.wait) } }
      // Each of these needs a thread of the cooperative pool.
      try await place.wait(until: HeldLock.isAwaited(by: count))
      for number in 0..<10 { #expect(await Task.detached { number }.value == number) }
      try lock.release()
      try await group.waitForAll()
    }
  }

  @Test func `opens no more connections than it may, and no more than it needs`() async throws {
    let place = try EngineDatabase(size: 3)
    for _ in 0..<10 { _ = try await place.integer("SELECT 7") }
    let mine =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'moniker' "
      + "AND datname = current_database()"
    #expect(try await place.integer(mine) == 1)
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 {
        group.addTask { try await place.change("SELECT pg_sleep(0.01)") }
      }
      try await group.waitForAll()
    }
    #expect(try await place.integer(mine) == 3)
  }

  @Test func `fails after it was closed, and its waiting calls, too`() async throws {
    let place = try EngineDatabase(size: 1)
    let lock = try HeldLock(in: place)
    async let first = place.change(HeldLock.wait)
    try await place.wait(until: HeldLock.isAwaited(by: 1))
    let task = Task { await failure { try await place.integer("SELECT 7") } }
    while place.pool.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let closing = Task { await place.pool.close() }
    #expect(await task.value?.failure.reason == .busy)
    try lock.release()
    try await first
    await closing.value
    #expect(await failure { try await place.integer("SELECT 7") } != nil)
    let rest =
      "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'moniker' "
      + "AND datname = current_database()"
    // The one that is left is that of the lock.
    try await place.wait(until: rest)
  }

  @Test func `makes its connections safe`() async throws {
    let place = try EngineDatabase()
    try place.database.run(
      "ALTER DATABASE \"\(place.database.name)\" SET synchronous_commit = off"
    )
    let settings = try await place.pool.read(.statement) { connection throws(PostgreSQLFailure) in
      try ["search_path", "synchronous_commit", "client_encoding", "application_name"].map {
        name throws(PostgreSQLFailure) in
        try connection.text("SELECT current_setting($1)", [.text(name)])
      }
    }
    #expect(settings == ["pg_catalog, moniker, pg_temp", "on", "UTF8", "moniker"])
  }

  @Test func `prepares each new connection once`() async throws {
    let count = Shared(0)
    let database = try PostgreSQLCluster.shared.get().makeDatabase()
    let address = try #require(PostgreSQLAddress(database.uri()))
    let pool = PostgreSQLPool(address, size: 1) { connection throws(PostgreSQLFailure) in
      count.withLock { $0 += 1 }
      try connection.execute("CREATE TEMPORARY TABLE mark (a text)")
    }
    for _ in 0..<3 {
      let marks = try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
        try connection.integer("SELECT count(*) FROM mark")
      }
      #expect(marks == 0)
    }
    #expect(count.withLock(\.self) == 1)
  }
}

/// What the machine has.
private enum System {
  static var coreCount: Int {
    Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
#endif
