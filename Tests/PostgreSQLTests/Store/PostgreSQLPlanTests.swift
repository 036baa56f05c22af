#if Server
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerPostgreSQL

/// The plans of all statements that the contract runs, in a database of many rows.
@Suite(.timeLimit(.minutes(20))) struct `The plans of the statements of a store in PostgreSQL` {
  /// The statements of the laws, each of which is run on stores with one connection.
  private static func statements() async throws -> Set<String> {
    let laws = Contract.laws(for: .postgreSQL)
    return try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for part in 0..<4 {
        group.addTask {
          var found: Set<String> = []
          for law in laws.indices where law % 4 == part {
            found.formUnion(try await statements(of: laws[law]))
          }
          return found
        }
      }
      return try await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  private static func statements(of law: Law) async throws -> Set<String> {
    let opened = Mutex<[PostgreSQLRepository]>([])
    let database = try TestDatabase.forRows()
    let store = StoreUnderTest("PostgreSQL", StoreUnderTest.postgreSQL.capabilities) {
      StorePlace {
        let store = try database.store(poolSize: 1)
        opened.withLock { $0.append(store) }
        return store
      }
    }
    // The contract says whether the law holds.
    try? await law.check(store)
    var found: Set<String> = []
    for store in opened.withLock(\.self) {
      let texts = try await store.pool.read(.statement) { connection throws(PostgreSQLFailure) in
        try connection.rows("SELECT statement FROM pg_prepared_statements") {
          row throws(PostgreSQLFailure) in try row.text(0)
        }
      }
      found.formUnion(texts)
      await store.close()
    }
    return found
  }

  /// What runs beside the changes.
  private static let background: Set<String> = [
    PostgreSQLTransaction.removeEvents, PostgreSQLForgetting.removeCompleted,
  ]

  /// What reads a whole table by its nature: copies, checks, counts and merges.
  private static let wholeReads: [String] =
    [
      PostgreSQLTransaction.summary, PostgreSQLTransaction.countAllEvents,
      PostgreSQLTransaction.removeAllForgottenEvents, "SELECT DISTINCT device FROM session",
      PostgreSQLTransaction.unusedAccounts, PostgreSQLTransaction.activeSessions,
      "SELECT statement FROM pg_prepared_statements",
    ] + PostgreSQLTransaction.rules.map { "\($0.query) LIMIT 1" }

  @Test func `use an index wherever a table is large`() async throws {
    let database = try TestDatabase()
    try database.run(Self.rows)
    let connection = try database.connection()
    try connection.execute("SET plan_cache_mode = force_generic_plan")
    let statements = try await Self.statements().union(Self.background)
      .subtracting(Self.wholeReads)
    #expect(statements.count > 90)
    for (number, statement) in statements.sorted().enumerated() {
      let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"]
      guard verbs.contains(where: statement.hasPrefix) else { continue }
      try connection.execute("PREPARE p\(number) AS \(statement)")
      let count = try connection.row(
        "SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = $1",
        [.text("p\(number)")]
      ) { row throws(PostgreSQLFailure) in try row.integer(0) }
      let nulls = [String](repeating: "NULL", count: Int(count ?? 0)).joined(separator: ", ")
      let plan = try connection.rows(
        "EXPLAIN EXECUTE p\(number)" + (nulls.isEmpty ? "" : "(\(nulls))")
      ) { row throws(PostgreSQLFailure) in try row.text(0) }.joined(separator: "\n")
      for table in Self.largeTables {
        let isWhole =
          plan.contains("Seq Scan on \(table) ") || plan.contains("Seq Scan on \(table)\n")
        #expect(!isWhole, "\(statement)\n\(plan)")
      }
    }
  }

  private static let largeTables = [
    "account", "profile", "session", "active_session", "event", "device", "link",
    "identity_token", "resting_nickname", "intention", "completed_change", "wrong_code", "sign_up",
  ]

  private static func id(_ kind: Int, _ number: String) -> String {
    "'\(kind)0000000-0000-0000-0000-' || lpad(to_hex(\(number)), 12, '0')"
  }

  private static func digest(_ kind: Int, _ number: String) -> String {
    "'\(kind)' || lpad(to_hex(\(number)), 63, '0')"
  }

  /// 20,000 accounts with what belongs to them.
  private static let rows = """
    SET search_path = moniker, pg_catalog;
    INSERT INTO account
        (id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at, recovery_key)
      SELECT \(id(1, "n")), 'n' || n, 'n' || n, 's' || n, 't' || n, n, \(digest(1, "n"))
      FROM generate_series(1, 20000) AS n;
    INSERT INTO profile
      SELECT number, 1, 1, 't', 'd' FROM account;
    INSERT INTO device (id, token, next_token, registered_at)
      SELECT \(id(2, "n")), \(digest(2, "n")), \(digest(3, "n")), n
      FROM generate_series(1, 20000) AS n;
    INSERT INTO session
        (id, account, device, started_at, last_seen_at, expires_at, ended_at, end_reason, end_event)
      SELECT \(id(3, "n")), 1 + n % 20000, \(id(2, "1 + n % 20000")), n, n, n,
        CASE WHEN n > 20000 THEN n END, CASE WHEN n > 20000 THEN 'expired' END,
        CASE WHEN n > 20000 THEN n END
      FROM generate_series(1, 60000) AS n;
    INSERT INTO active_session
      SELECT device, number FROM session WHERE ended_at IS NULL;
    INSERT INTO event (time, kind, account, session, device)
      SELECT n, 'signedIn', \(id(1, "1 + n % 20000")), \(id(3, "1 + n % 60000")),
        \(id(2, "1 + n % 20000"))
      FROM generate_series(1, 200000) AS n;
    INSERT INTO link (device, device_code, user_code, purpose, started_at, state)
      SELECT id, \(digest(4, "number")), \(digest(5, "number")), 'signIn', number, 'pending'
      FROM device;
    INSERT INTO identity_token (id, digest, account, device, issued_at, expires_at)
      SELECT \(id(4, "n")), \(digest(6, "n")), n, \(id(2, "n")), n, n
      FROM generate_series(1, 20000) AS n;
    INSERT INTO resting_nickname
        (nickname, nickname_key, nickname_skeleton, shown_skeleton, account, freed_at)
      SELECT 'r' || n, 'r' || n, 'u' || n, 'v' || n, \(id(1, "n")), n
      FROM generate_series(1, 20000) AS n;
    INSERT INTO wrong_code SELECT id, 1, 1 FROM device;
    INSERT INTO sign_up SELECT 'w' || n, n, 1 FROM generate_series(1, 20000) AS n;
    INSERT INTO intention (id, time, device)
      SELECT \(id(5, "n")), n, \(id(2, "n")) FROM generate_series(1, 20000) AS n;
    INSERT INTO completed_change (id) SELECT \(id(6, "n")) FROM generate_series(1, 20000) AS n;
    ANALYZE;
    """
}
#endif
