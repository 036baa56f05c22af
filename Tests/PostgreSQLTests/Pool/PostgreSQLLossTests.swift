#if Server
import Glibc
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `A connection that is lost` {
  private let place: EngineDatabase

  init() throws {
    place = try EngineDatabase(size: 1)
    try place.database.run(
      "CREATE TABLE moniker.value (number bigint PRIMARY KEY); INSERT INTO value VALUES (1)"
    )
  }

  private var process: Int64? {
    get async throws { try await place.integer("SELECT pg_backend_pid()") }
  }

  private static let cut = "SELECT pg_terminate_backend(pg_backend_pid())"

  @Test func `is replaced by the next call`() async throws {
    for _ in 0..<3 {
      let first = try #require(try await process)
      try place.database.run("SELECT pg_terminate_backend(\(first), 60000)")
      #expect(try await process != first)
    }
  }

  @Test func `does not end a read, or a change before its commit`() async throws {
    for isChange in [false, true] {
      let runCount = Shared(0)
      let body: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Int64? = {
        connection throws(PostgreSQLFailure) in
        let isFirst = runCount.withLock { count in
          count += 1
          return count == 1
        }
        if isFirst { try connection.run(Self.cut) }
        return try connection.integer("SELECT count(*) FROM value")
      }
      let count =
        isChange
        ? try await place.pool.change { connection throws(PostgreSQLFailure) in
          (true, try body(connection))
        } : try await place.pool.read(.snapshot, body)
      #expect(count == 1)
      #expect(runCount.withLock(\.self) == 2)
    }
  }

  @Test func `ends a call if it is lost again`() async throws {
    let failure = await failure {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        try connection.run("INSERT INTO value VALUES (2)")
        try connection.run(Self.cut)
        return (true, ())
      }
    }
    #expect(failure?.kind == .connectionLost)
    #expect(failure?.failure.reason == .busy)
    #expect(try await place.integer("SELECT count(*) FROM value") == 1)
  }

  @Test func `leaves open whether a change was made if it is lost during the commit`() async throws
  {
    // The trigger runs when the transaction commits.
    try place.database.run(
      """
      CREATE FUNCTION moniker.cut() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON value DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION moniker.cut();
      """
    )
    let runCount = Shared(0)
    let failure = await failure {
      try await place.pool.change { connection throws(PostgreSQLFailure) in
        runCount.withLock { $0 += 1 }
        try connection.run("INSERT INTO value VALUES (2)")
        return (true, ())
      }
    }
    #expect(failure?.kind == .outcomeUnknown)
    #expect(runCount.withLock(\.self) == 1)
    #expect(try await place.integer("SELECT count(*) FROM value") == 1)
  }

  @Test func `is dropped if the server takes no changes any more`() async throws {
    let first = try await process
    // What a connection becomes when its server becomes a standby.
    _ = try await place.pool.read(.statement) { connection throws(PostgreSQLFailure) in
      try connection.run("SET default_transaction_read_only = on")
    }
    try await place.change("INSERT INTO value VALUES (2)")
    #expect(try await process != first)
  }

  @Test func `is not opened to a server that takes no changes, until it does`() async throws {
    let cluster = try PostgreSQLCluster.shared.get()
    let database = "ALTER DATABASE \"\(place.database.name)\" SET default_transaction_read_only"
    try cluster.run("\(database) = on")
    let failure = await failure { try await process }
    #expect(failure?.kind == .readOnly)
    #expect(failure?.failure.reason == .busy)
    try cluster.run("\(database) = off")
    #expect(try await process != nil)
  }
}
#endif
