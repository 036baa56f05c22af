#if Server
import MonikerCluster
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerPostgreSQL

/// A database of its own for one test, which is removed, or used again, with the last reference to it.
final class TestDatabase: Sendable {
  /// Databases for tests that change rows and nothing else: to remove one takes longer than most laws.
  private static let unused = Mutex<[ClusterDatabase]>([])

  private let isUsedAgain: Bool

  /// A database with the tables of an empty store, to be copied.
  private static let template = Result {
    let cluster = try PostgreSQLCluster.shared.get()
    let name = "store_template"
    try cluster.run("CREATE DATABASE \(name)")
    try migrate(cluster.uri(name))
    return name
  }

  private let database: ClusterDatabase

  /// Makes the database.
  ///
  /// - Parameter hasTables: whether it has the tables of a store.
  init(withTables hasTables: Bool = true) throws {
    let template = hasTables ? try Self.template.get() : "template1"
    database = try PostgreSQLCluster.shared.get().makeDatabase(from: template)
    isUsedAgain = false
  }

  private init(reusing database: ClusterDatabase) {
    self.database = database
    isUsedAgain = true
  }

  deinit {
    if isUsedAgain { Self.unused.withLock { $0.append(database) } }
  }

  /// Makes a database with the tables of an empty store, for a test that changes rows and nothing else.
  static func forRows() throws -> TestDatabase {
    if let database = unused.withLock({ $0.popLast() }) {
      try database.run(empty)
      return TestDatabase(reusing: database)
    }
    return TestDatabase(
      reusing: try PostgreSQLCluster.shared.get().makeDatabase(from: try template.get())
    )
  }

  /// Ends what the last test has left open, and removes all rows.
  private static let empty = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid();
    DO $$
    DECLARE name text;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'moniker' AND tablename <> 'schema_version'
      LOOP EXECUTE 'DELETE FROM moniker.' || name; END LOOP;
      FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'moniker'
      LOOP PERFORM setval('moniker.' || name, 1, false); END LOOP;
    END $$;
    """

  /// Makes the tables, and closes the connection.
  private static func migrate(_ uri: String) throws {
    let servers = PostgreSQLServers(try address(uri), limits: PostgreSQLLimits()) {
      connection throws(PostgreSQLFailure) in
      try PostgreSQLSchema.prepare(connection, of: "the template")
    }
    _ = try servers.connect()
  }

  private static func address(_ uri: String) throws -> PostgreSQLAddress {
    try #require(PostgreSQLAddress(uri))
  }

  func uri(user: String = "owner") -> String { database.uri(user: user) }

  func address(user: String = "owner") throws -> PostgreSQLAddress {
    try Self.address(database.uri(user: user))
  }

  /// Runs statements, as the role that owns the database.
  ///
  /// - Returns: the values of the first row.
  @discardableResult
  func run(_ sql: String) throws -> [String] { try database.run(sql) }

  /// A connection beside those of any store.
  func connection(user: String = "owner") throws -> PostgreSQLConnection {
    let servers = PostgreSQLServers(
      try address(user: user),
      limits: PostgreSQLLimits(connecting: .seconds(120))
    ) { (_) in }
    return try servers.connect().connection
  }

  /// Opens the store in the database, as a process of its own would.
  func store(
    user: String = "owner",
    clock: PostgreSQLClock = .owner,
    owner: StoreOwner = Contract.owner,
    poolSize: Int = 4
  ) throws -> PostgreSQLRepository {
    PostgreSQLRepository(
      try address(user: user),
      owner: owner,
      clock: clock,
      poolSize: poolSize,
      // Tests run beside each other: a wait only ends a hang.
      wait: .seconds(120),
      limits: PostgreSQLLimits(connecting: .seconds(120), statement: .seconds(120))
    )
  }
}
#endif
