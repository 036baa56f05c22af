import MonikerDomain
import MonikerDoubles
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

  @Test func `has the tables of shared stores from the first row on that needs them`() async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = SQLiteRepository(path: path, owner: .test)
    func tables() throws -> Set<String> {
      let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
      let names = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { row throws(StoreFailure) in try row.text(0) }
      return Set(names)
    }
    let own: Set = ["account", "active_session", "event", "profile", "session"]
    try await store.signIn("mina", 1)
    #expect(try await store.settings() == .standard)
    try await store.set(.standard)
    #expect(try tables() == own)
    #expect(try await store.defects() == [])
    try await store.set(StoreSettings(historyLimit: 7))
    #expect(
      try tables()
        == own.union([
          "device", "identity_token", "intention", "link", "resting_nickname", "setting",
          "sign_up", "wrong_code",
        ])
    )
    #expect(try await store.settings() == StoreSettings(historyLimit: 7))
    #expect(try await store.defects() == [])
  }

  @Test func `has no device without a token, and reports a token that two devices have`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = SQLiteRepository(path: path, owner: .test)
    for number in [1, 2] as [UInt8] {
      let digest = try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
      _ = try await store.register(DeviceRegistration(label: nil, provenBy: digest))
      if number == 1 { try await store.confirmToken(digest) }
    }
    #expect(try await store.defects() == [])
    let connection = try SQLiteConnection(path: path, location: path, wait: .zero)
    for wrong in ["NULL WHERE token IS NULL", "token WHERE token IS NOT NULL"] {
      #expect(throws: StoreFailure.self) {
        try connection.execute("UPDATE device SET next_token = \(wrong)")
      }
    }
    try connection.execute(
      """
      UPDATE device SET next_token = (SELECT token FROM device WHERE token IS NOT NULL)
      WHERE token IS NULL
      """
    )
    #expect(try await store.defects() == ["two devices have the same token"])
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
