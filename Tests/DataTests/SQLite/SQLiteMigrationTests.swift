import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `A migration of the schema` {
  private func makeConnection() throws -> SQLiteConnection {
    try SQLiteConnection(path: ":memory:", location: "test", wait: .zero)
  }

  @Test func `happens once, in order, and is counted`() throws {
    let connection = try makeConnection()
    let first = SQLiteMigration(name: "one", parts: [.script("CREATE TABLE t (x INTEGER)")])
    let second = SQLiteMigration(name: "two", parts: [.script("INSERT INTO t VALUES (2)")])
    try connection.migrate(by: [first])
    try connection.migrate(by: [first, second])
    try connection.migrate(by: [first, second])
    let rows = try connection.rows("SELECT x FROM t") { row throws(StoreFailure) in
      try row.integer(0)
    }
    #expect(rows == [2])
  }

  @Test func `that fails changes nothing`() throws {
    let connection = try makeConnection()
    let good = SQLiteMigration(name: "good", parts: [.script("CREATE TABLE t (x INTEGER)")])
    let bad = SQLiteMigration(name: "bad", parts: [.script("CREATE TABLE u (x); nonsense")])
    #expect(throws: StoreFailure.self) { try connection.migrate(by: [good, bad]) }
    let tables = try connection.rows("SELECT count(*) FROM sqlite_schema") {
      row throws(StoreFailure) in try row.integer(0)
    }
    #expect(tables == [0])
    try connection.migrate(by: [good])
  }

  @Test func `from the future is refused`() throws {
    let connection = try makeConnection()
    try connection.execute("PRAGMA user_version = 7")
    #expect(
      throws: StoreFailure(
        .newer(found: 7, supported: 2),
        at: "test",
        detail: "its schema is version 7, this program knows versions up to 2"
      )
    ) { try connection.migrate() }
  }

  /// The scripts that were released, each as a sum over its bytes (FNV-1a).
  ///
  /// Files that went through them are out there. Add a sum for a new one; never change one.
  @Test func `that was released is never edited`() {
    let sums = SQLiteMigration.all.map { migration in
      migration.scripts.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { sum, byte in
        (sum ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(sums == [10_908_741_128_387_545_761, 12_319_121_794_675_052_657])
  }
}

extension SQLiteMigration {
  /// All that the step says in SQL.
  fileprivate var scripts: String {
    parts.compactMap { part in
      if case .script(let script) = part { script } else { nil }
    }.joined(separator: "\n")
  }
}
