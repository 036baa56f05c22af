import MonikerDomain
import Testing

@testable import MonikerData

@Suite struct `A schema of SQLite` {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:", location: "test", wait: .zero)
  }

  private func numbers(_ sql: String) throws -> [Int64] {
    try connection.rows(sql) { row throws(StoreFailure) in try row.integer(0) }
  }

  @Test func `applies each migration once, in order, and counts them`() throws {
    try connection.makeStore()
    #expect(try connection.version() == 1)
    var schema = SQLiteSchema.moniker
    schema.migrations = ["CREATE TABLE t (x INTEGER)"]
    try schema.migrate(connection)
    schema.migrations.append("INSERT INTO t VALUES (3)")
    try schema.migrate(connection)
    try schema.migrate(connection)
    #expect(try numbers("SELECT x FROM t") == [3])
    #expect(try connection.version() == 3)
  }

  @Test func `stays unchanged if a migration fails`() throws {
    try connection.makeStore()
    var schema = SQLiteSchema.moniker
    schema.migrations = ["CREATE TABLE t (x)", "CREATE TABLE u (x); nonsense"]
    #expect(throws: StoreFailure.self) { try schema.migrate(connection) }
    #expect(try numbers("SELECT count(*) FROM sqlite_schema WHERE name IN ('t', 'u')") == [0])
    #expect(try connection.version() == 1)
  }

  @Test func `of a later version is refused`() throws {
    try connection.execute("PRAGMA user_version = 7")
    #expect(
      throws: StoreFailure(
        .newer(found: 7, supported: 1),
        at: "test",
        detail: "its schema is version 7, this program knows versions up to 1"
      )
    ) { try SQLiteSchema.moniker.migrate(connection) }
  }
}
