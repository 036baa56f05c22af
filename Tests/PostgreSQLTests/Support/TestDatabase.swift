#if Server
import FoundationEssentials
import MonikerContract
import MonikerDomain
import MonikerDoubles
import Synchronization

@testable import MonikerPostgreSQL

/// A database of its own for one test, which is removed with the last reference to it.
final class TestDatabase: Sendable {
  private static let count = Mutex(0)
  let name: String

  static func uri(_ database: String) -> String {
    "postgres:///\(database)?host=/tmp/pgs/pg&user=postgres"
  }

  private static func address(_ database: String) -> PostgreSQLAddress {
    PostgreSQLAddress(uri(database))!
  }

  private static let template: String = {
    let name = "template_\(UInt32.random(in: 0 ... .max))"
    try! execute("CREATE DATABASE \(name)")
    let opened = try! PostgreSQLServers(address(name), limits: PostgreSQLLimits()) {
      (connection) throws(PostgreSQLFailure) in
      try PostgreSQLSchema.prepare(connection, of: "the template")
    }.connect()
    withExtendedLifetime(opened) {}
    return name
  }()

  static func execute(_ sql: String) throws {
    let opened = try PostgreSQLServers(
      address("postgres"),
      limits: PostgreSQLLimits(),
      prepare: { _ in }
    ).connect()
    try opened.connection.execute(sql)
  }

  init(empty: Bool = false) throws {
    let number = Self.count.withLock {
      $0 += 1
      return $0
    }
    name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
    try Self.execute(
      "CREATE DATABASE \(name)" + (empty ? "" : " TEMPLATE \(Self.template) STRATEGY FILE_COPY")
    )
  }

  deinit { try? Self.execute("DROP DATABASE \(name) WITH (FORCE)") }

  var address: PostgreSQLAddress { Self.address(name) }

  func store(
    clock: PostgreSQLClock = .owner,
    owner: StoreOwner = Contract.owner,
    poolSize: Int = 4
  ) -> PostgreSQLRepository {
    PostgreSQLRepository(
      address,
      owner: owner,
      clock: clock,
      poolSize: poolSize,
      wait: .seconds(60)
    )
  }
}
#endif
