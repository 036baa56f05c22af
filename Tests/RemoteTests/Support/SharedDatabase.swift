#if Server
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import MonikerPostgreSQL
import Testing

/// A database of a real PostgreSQL, for the stores of several servers; it is removed with the last reference.
final class SharedDatabase: Sendable {
  private let database: ClusterDatabase

  init() throws {
    database = try PostgreSQLCluster.shared.get().makeDatabase()
  }

  /// The value of the option `--store` of a server.
  var uri: String { database.uri() }

  /// The store of one server, whose time is that of the test.
  func store() throws -> PostgreSQLRepository {
    PostgreSQLRepository(
      try #require(PostgreSQLAddress(database.uri())),
      owner: .test,
      clock: .owner,
      poolSize: 4,
      // Tests run beside each other: a wait only ends a hang.
      wait: .seconds(120),
      limits: PostgreSQLLimits(connecting: .seconds(120), statement: .seconds(120))
    )
  }
}
#endif
