#if Server
import MonikerCluster
import MonikerDomain
import Testing

@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(5))) struct `A connection to a database` {
  private let database: ClusterDatabase
  private let pool: PostgreSQLPool

  init() throws {
    database = try PostgreSQLCluster.shared.get().makeDatabase()
    pool = PostgreSQLPool(try #require(PostgreSQLAddress(database.uri())), size: 2)
  }

  @Test func `returns texts to the letter`() async throws {
    try database.run("CREATE TABLE value (text text)")
    let texts = [
      "", "a", "'", "''", "\\", "\\'", "\"", "$1", "; DROP TABLE value; --", "🦊", "é", "\n",
    ]
    let found = try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
      try texts.map { text throws(PostgreSQLFailure) in
        try connection.row("SELECT $1::text", [.text(text)]) { row throws(PostgreSQLFailure) in
          try row.text(0)
        }
      }
    }
    #expect(found == texts)
  }
}
#endif
