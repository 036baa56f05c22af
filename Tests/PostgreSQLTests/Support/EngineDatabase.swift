#if Server
import MonikerCluster
import MonikerDomain
import Synchronization
import Testing

@testable import MonikerPostgreSQL

/// An empty database and a pool of connections to it, for tests of the engine.
struct EngineDatabase: Sendable {
  let database: ClusterDatabase
  let pool: PostgreSQLPool

  init(
    size: Int = 2,
    wait: Duration = .seconds(120),
    limits: PostgreSQLLimits = PostgreSQLLimits()
  ) throws {
    database = try PostgreSQLCluster.shared.get().makeDatabase()
    try database.run(
      "CREATE SCHEMA moniker; ALTER DATABASE \"\(database.name)\" SET search_path = moniker"
    )
    pool = PostgreSQLPool(
      try #require(PostgreSQLAddress(database.uri())),
      size: size,
      wait: wait,
      limits: limits
    )
  }

  /// The integer in the first row of a query.
  func integer(_ sql: String, _ values: PostgreSQLValue...) async throws -> Int64? {
    try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
      try connection.integer(sql, values)
    }
  }

  /// Runs a statement in a change.
  func change(_ sql: String, _ values: PostgreSQLValue...) async throws {
    try await pool.change { connection throws(PostgreSQLFailure) in
      (true, _ = try connection.run(sql, values))
    }
  }

  /// Waits until a query of the owner has a row with the value "t".
  func wait(until sql: String) async throws {
    while try database.run(sql) != ["t"] { try await Task.sleep(for: .milliseconds(5)) }
  }
}

extension PostgreSQLConnection {
  /// The integer in the first row of a query.
  func integer(
    _ sql: String,
    _ values: [PostgreSQLValue] = []
  ) throws(PostgreSQLFailure) -> Int64? {
    try row(sql, values) { row throws(PostgreSQLFailure) in try row.optionalInteger(0) } ?? nil
  }

  /// The text in the first row of a query.
  func text(
    _ sql: String,
    _ values: [PostgreSQLValue] = []
  ) throws(PostgreSQLFailure) -> String? {
    try row(sql, values) { row throws(PostgreSQLFailure) in try row.optionalText(0) } ?? nil
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result {
    value.withLock(body)
  }
}

/// The failure of a call.
///
/// - Returns: nil if it did not fail.
func failure(of call: () async throws -> some Sendable) async -> PostgreSQLFailure? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? PostgreSQLFailure
  }
}
#endif
