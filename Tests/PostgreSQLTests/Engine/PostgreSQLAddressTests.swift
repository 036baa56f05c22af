#if Server
import Testing

@testable import MonikerPostgreSQL

@Suite struct `The address of a database` {
  @Test(arguments: [
    ("postgres://ada@db/moniker", "postgres://ada@db/moniker"),
    ("postgresql://ada:hunter2@db:5433/moniker", "postgres://ada@db:5433/moniker"),
    (
      "postgres://ada:hunter2@one:1,two:2/moniker?sslmode=require",
      "postgres://ada@one:1,two:2/moniker"
    ),
    ("postgres:///moniker?host=/tmp/a&port=6000", "postgres:///tmp/a:6000/moniker"),
    ("postgres:///moniker?host=/tmp/a&password=hunter2", "postgres:///tmp/a/moniker"),
    ("postgres://ada:hu%40nter2@db", "postgres://ada@db/"),
    ("postgres://", "postgres:///"),
  ])
  func `is shown without its password`(uri: String, text: String) throws {
    let address = try #require(PostgreSQLAddress(uri))
    #expect(address.description == text)
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!"\(address) \(String(reflecting: address)) \(dumped)".contains("nter2"))
  }

  @Test(arguments: [
    "", "moniker", "host=db password=x", "http://db/moniker", "postgres://ada:a@b@db/moniker",
    "postgres://ada:a/b@db/moniker", "postgres://db/moniker?nonsense=1",
    "postgres://a,b:1:2/moniker",
    "postgres:///moniker?host=a,b,c&port=1,2", "postgres://db/moni%00ker",
  ])
  func `is refused if libpq would read it otherwise`(uri: String) {
    #expect(PostgreSQLAddress(uri) == nil)
  }

  @Test func `lists its hosts with their ports`() throws {
    let address = try #require(PostgreSQLAddress("postgres://one:1,two,[::1]:3/moniker"))
    #expect(address.hosts.map(\.name) == ["one", "two", "::1"])
    #expect(address.hosts.map(\.port) == ["1", nil, "3"])
    #expect(address.parameters == ["dbname": "moniker"])
  }
}
#endif
