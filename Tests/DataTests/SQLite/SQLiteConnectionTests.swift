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

  @Test func `undoes a transaction that fails, and can go on`() throws {
    let connection = try connect()
    let failure = StoreFailure(.busy, at: "test", detail: "made up")
    #expect(throws: failure) {
      try connection.transaction { () throws(StoreFailure) in
        try connection.run("INSERT INTO account VALUES (1, 'i', 'n', 'k', 0, 's', 'l', NULL)")
        throw failure
      }
    }
    let accounts = try connection.row("SELECT count(*) FROM account") { row throws(StoreFailure) in
      try row.integer(0)
    }
    #expect(accounts == 0)
  }

  @Test func `syncs every commit and keeps references whole`() throws {
    let connection = try connect()
    func setting(_ name: String) throws -> Int64? {
      try connection.row("PRAGMA \(name)") { row throws(StoreFailure) in try row.integer(0) }
    }
    // FULL is 2: https://www.sqlite.org/pragma.html#pragma_synchronous
    #expect(try setting("synchronous") == 2)
    #expect(try setting("foreign_keys") == 1)
  }
}
