#if Server
import MonikerCluster
import MonikerDomain
import Testing

@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `A transaction of a pool` {
  private let place: EngineDatabase

  init() throws {
    place = try EngineDatabase(size: 4)
    try place.database.run(
      "CREATE TABLE moniker.value (number bigint PRIMARY KEY, count bigint);"
        + "INSERT INTO value VALUES (1, 0), (2, 0)"
    )
  }

  private var sum: Int64? {
    get async throws { try await place.integer("SELECT sum(count)::bigint FROM value") }
  }

  @Test func `is kept as a whole, or not at all`() async throws {
    for isKept in [false, true] {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        try connection.run("UPDATE value SET count = count + 1 WHERE number = 1")
        connection.runWithNext("UPDATE value SET count = count + 1 WHERE number = 2")
        return (isKept, ())
      }
      #expect(try await sum == (isKept ? 2 : 0))
    }
  }

  @Test func `fails if a statement that goes out with its commit fails`() async throws {
    let failure = await failure {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        try connection.run("UPDATE value SET count = count + 1")
        connection.runWithNext("INSERT INTO value VALUES (1, 0)")
        return (true, ())
      }
    }
    #expect(failure?.kind == .uniqueViolation(constraint: "value_pkey"))
    #expect(try await sum == 0)
  }

  @Test func `is not taken for committed after a failure that was not reported`() async throws {
    let failure = await failure {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        try connection.run("UPDATE value SET count = count + 1")
        _ = try? connection.run("SELECT no_such_column")
        return (true, ())
      }
    }
    #expect(failure?.kind == .other)
    #expect(try await sum == 0)
  }

  @Test func `is done again if another one locks the same rows in another order`() async throws {
    let runCount = Shared(0)
    try await withThrowingTaskGroup { group in
      for first in [1, 2] as [Int64] {
        group.addTask { [place] in
          try await place.pool.change { connection throws(PostgreSQLFailure) in
            let isFirstRun = runCount.withLock { count in
              count += 1
              return count <= 2
            }
            let update = "UPDATE value SET count = count + 1 WHERE number = $1"
            try connection.run(update, [.integer(first)])
            if isFirstRun {
              // Both wait here until both hold a row.
              _ = try connection.run("SELECT pg_advisory_xact_lock_shared($1)", [.integer(first)])
              let both =
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND "
                + "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
              while try connection.integer(both) ?? 0 < 2 {}
            }
            try connection.run(update, [.integer(3 - first)])
            return (true, ())
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await sum == 4)
    #expect(runCount.withLock(\.self) == 3)
  }

  @Test func `is done again if it cannot be put in order with another one`() async throws {
    let runCount = Shared(0)
    try await place.pool.change { [place] connection throws(PostgreSQLFailure) in
      try connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
      let count = try connection.integer("SELECT count FROM value WHERE number = 1") ?? 0
      let isFirstRun = runCount.withLock { count in
        count += 1
        return count == 1
      }
      if isFirstRun { _ = try? place.database.run("UPDATE value SET count = 10 WHERE number = 1") }
      try connection.run("UPDATE value SET count = $1 WHERE number = 1", [.integer(count + 1)])
      return (true, ())
    }
    #expect(try await sum == 11)
    #expect(runCount.withLock(\.self) == 2)
  }

  @Test func `reads one snapshot`() async throws {
    let (statement, snapshot) = (
      try await readTwice(.statement), try await readTwice(.snapshot)
    )
    #expect(statement == [0, 1])
    #expect(snapshot == [1, 1])
  }

  private func readTwice(_ kind: PostgreSQLPool.ReadKind) async throws -> [Int64?] {
    try await place.pool.read(kind) { [place] connection throws(PostgreSQLFailure) in
      let query = "SELECT count FROM value WHERE number = 1"
      let before = try connection.integer(query)
      _ = try? place.database.run("UPDATE value SET count = count + 1 WHERE number = 1")
      return [before, try connection.integer(query)]
    }
  }

  @Test func `cannot write in a snapshot`() async throws {
    let failure = await failure {
      try await place.pool.read(.snapshot) { connection throws(PostgreSQLFailure) in
        try connection.run("UPDATE value SET count = 7")
      }
    }
    #expect(failure?.kind == .readOnly)
    #expect(try await sum == 0)
  }
}
#endif
