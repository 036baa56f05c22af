#if Server
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerPostgreSQL

@Suite struct `The schema of a store in PostgreSQL` {
  private func reason(of body: () async throws -> Void) async -> StoreFailure.Reason? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? StoreFailure)?.reason
    }
  }

  @Test func `is made by the first use, and then has the version of the program`() async throws {
    let database = try TestDatabase(withTables: false)
    let summary = try await database.store().summary()
    #expect(summary.isEmpty)
    #expect(summary.version == PostgreSQLSchema.version)
    let found = try database.run("SELECT version FROM moniker.schema_version")
    #expect(found == ["\(PostgreSQLSchema.version)"])
  }

  @Test(arguments: 1...8)
  func `is made once by many processes that start at once`(_: Int) async throws {
    let database = try TestDatabase(withTables: false)
    let stores = try (0..<8).map { _ in try database.store(poolSize: 1) }
    try await withThrowingTaskGroup { group in
      for store in stores { group.addTask { _ = try await store.summary() } }
      try await group.waitForAll()
    }
    let versions = try database.run("SELECT count(*) FROM moniker.schema_version")
    #expect(versions == ["1"])
  }

  @Test func `of a later version is refused, and stays as it is`() async throws {
    let database = try TestDatabase()
    let later = PostgreSQLSchema.version + 1
    try database.run("UPDATE moniker.schema_version SET version = \(later)")
    let store = try database.store()
    let reason = await reason { _ = try await store.summary() }
    #expect(reason == .newer(found: later, supported: PostgreSQLSchema.version))
    #expect(try database.run("SELECT version FROM moniker.schema_version") == ["\(later)"])
  }

  @Test func `is not made by a role that may not`() async throws {
    let database = try TestDatabase(withTables: false)
    let role = try Self.makeRole(in: database)
    let store = try database.store(user: role)
    #expect(await reason { _ = try await store.summary() } == .permissionDenied)
    let schema = try database.run("SELECT to_regnamespace('moniker') IS NULL")
    #expect(schema == ["t"])
  }

  /// Makes a role that owns nothing.
  private static func makeRole(in database: TestDatabase) throws -> String {
    let role = "service_\(UInt32.random(in: 0 ... .max))"
    try database.run("CREATE ROLE \(role) LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")
    return role
  }

  @Test func `needs no more of the role of a service than to read and change rows`() async throws {
    let database = try TestDatabase()
    let role = try Self.makeRole(in: database)
    try database.run(PostgreSQLSchema.grants(to: role))
    defer { _ = try? database.run("DROP OWNED BY \(role); DROP ROLE \(role)") }
    // What it can do is the whole contract; see the suite of the contract.
    let store = try database.store(user: role)
    _ = try await store.summary()
    let connection = try database.connection(user: role)
    for statement in [
      "CREATE TABLE moniker.other (number bigint)", "DROP TABLE moniker.profile",
      "TRUNCATE moniker.profile", "ALTER TABLE moniker.account ADD COLUMN other text",
      "UPDATE moniker.schema_version SET version = 99", "CREATE SCHEMA other",
      "CREATE FUNCTION moniker.f() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
      "SELECT setval('moniker.event_number_seq', 1)",
    ] {
      #expect(throws: PostgreSQLFailure.self, "\(statement)") { try connection.execute(statement) }
    }
  }

  @Test func `refuses rows that no program writes`() throws {
    let database = try TestDatabase()
    for statement in [
      "INSERT INTO moniker.event (time, kind, account, device) VALUES (-1, 'x', 'y', 'z')",
      "INSERT INTO moniker.wrong_code VALUES ('not an ID', 1, 1)",
      "INSERT INTO moniker.wrong_code VALUES ('00000000-0000-0000-0000-000000000001', 1, 0)",
      "INSERT INTO moniker.setting VALUES ('another', 1)",
      "INSERT INTO moniker.schema_version (version) VALUES (1)",
      "INSERT INTO moniker.completed_change (id) VALUES (NULL)",
    ] {
      #expect(throws: (any Error).self, "\(statement)") { try database.run(statement) }
    }
  }
}

extension StoreUnderTest {
  /// A store in PostgreSQL whose role owns nothing.
  static let postgreSQLOfAService = StoreUnderTest(
    "PostgreSQL, as a role that owns nothing",
    .local.union([.isDurable, .keepsCredentials])
  ) {
    let database = try TestDatabase.forRows()
    let role = try ServiceRole.shared.get()
    try database.run(PostgreSQLSchema.grants(to: role))
    return StorePlace { try database.store(user: role) }
  }
}

/// The role that the stores of a service share in the tests.
enum ServiceRole {
  static let shared = Result {
    let database = try TestDatabase()
    try database.run("CREATE ROLE service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")
    return "service"
  }
}
#endif
