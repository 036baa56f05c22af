import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `A connection to SQLite` {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("database")
    try SQLiteFile(path: path, wait: .zero).create()
  }

  private func connect() throws -> SQLiteConnection {
    try SQLiteConnection(path: path, location: "test", wait: .milliseconds(20))
  }

  @Test func `excludes other writers from the first statement of a transaction on`() throws {
    let one = try connect()
    let other = try connect()
    try one.transaction { () throws(StoreFailure) -> Void in
      #expect(throws: StoreFailure.self) { try other.transaction { () throws(StoreFailure) in } }
    }
    try other.transaction { () throws(StoreFailure) in }
  }

  @Test func `rolls back a failed transaction, and can continue`() throws {
    let connection = try connect()
    let failure = StoreFailure(.busy, at: "test", detail: "made up")
    #expect(throws: failure) {
      try connection.transaction { () throws(StoreFailure) in
        try connection.run(
          "INSERT INTO account VALUES (1, 'i', 'n', 'k', 's', 'l', 0, NULL, NULL, NULL)"
        )
        throw failure
      }
    }
    let accounts = try connection.row("SELECT count(*) FROM account") { row throws(StoreFailure) in
      try row.integer(0)
    }
    #expect(accounts == 0)
  }

  @Test func `syncs every commit and enforces references`() throws {
    let connection = try connect()
    func setting(_ name: String) throws -> Int64? {
      try connection.row("PRAGMA \(name)") { row throws(StoreFailure) in try row.integer(0) }
    }
    // FULL is 2: https://www.sqlite.org/pragma.html#pragma_synchronous
    #expect(try setting("synchronous") == 2)
    #expect(try setting("foreign_keys") == 1)
  }

  // The same statement runs repeatedly: a binding must not keep an earlier value, nor its length.
  @Test func `reads texts as they were bound`() throws {
    let connection = try connect()
    let texts = ["", "", "a", "길동", "", String(repeating: "long ", count: 50), "😀", "a\0b", "z"]
    for (text, other) in zip(texts, texts.dropFirst() + ["last"]) {
      let read = try connection.row(
        "SELECT ?, ?, ?, ?",
        .text(text),
        .integer(7),
        .text(other),
        .null
      ) { row throws(StoreFailure) in
        [try row.text(0), "\(try row.integer(1))", try row.text(2), try row.optionalText(3)]
      }
      #expect(read == [text, "7", other, nil])
    }
  }

  @Test func `has no known version after a change that did not read it`() throws {
    let one = try connect()
    let other = try connect()
    func look() throws {
      try one.transaction { () throws(StoreFailure) in try one.checkVersionUnlessKnown() }
    }
    try look()
    try other.execute("PRAGMA user_version = 99")
    try one.transaction { () throws(StoreFailure) in
      try one.run("INSERT OR IGNORE INTO sqlite_sequence VALUES ('x', 1)")
    }
    #expect(throws: StoreFailure.self) { try look() }
  }
}
