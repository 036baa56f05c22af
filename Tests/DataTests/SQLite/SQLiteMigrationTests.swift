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
        .newer(found: 7, supported: 5),
        at: "test",
        detail: "its schema is version 7, this program knows versions up to 5"
      )
    ) { try connection.migrate() }
  }

  /// A database of version 1 with these accounts.
  private func makeVersionOne(_ accounts: [(text: String, key: String)]) throws -> SQLiteConnection
  {
    let connection = try makeConnection()
    try connection.migrate(by: Array(SQLiteMigration.all.prefix(1)))
    for (number, account) in accounts.enumerated() {
      try connection.run(
        "INSERT INTO account (id, nickname, nickname_key, created_at) VALUES (?, ?, ?, 0)",
        .text(AccountID(high: 0, low: UInt64(number)).description),
        .text(account.text),
        .text(account.key)
      )
    }
    return connection
  }

  @Test func `gives a nickname the key that another one only loses later`() throws {
    // The key of the first becomes that which the second had, whose own changes too.
    let connection = try makeVersionOne([("𝛔ασ", "𝛔ασ"), ("ΣΑΣ", "σασ")])
    try connection.migrate()
    #expect(try connection.accounts().map(\.nickname.key.text) == ["σασ", "σας"])
  }

  @Test func `finds that two accounts with one nickname are damage, and changes nothing`() throws {
    let connection = try makeVersionOne([("a\u{AD}b", "k1"), ("a\u{AD}b", "k2")])
    #expect { try connection.migrate() } throws: { ($0 as? StoreFailure)?.reason == .damaged }
    let version = try connection.row("PRAGMA user_version") { row throws(StoreFailure) in
      try row.integer(0)
    }
    #expect(version == 1)
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
    #expect(
      sums == [
        10_908_741_128_387_545_761, 12_319_121_794_675_052_657, 8_418_071_952_963_386_028,
        14_695_981_039_346_656_037, 5_792_407_378_955_706_874,
      ]
    )
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
