#if Server
package import MonikerDomain
import MonikerFiles
package import MonikerModel
import Synchronization

/// A store in a PostgreSQL database, which any number of processes share.
///
/// Each change is one transaction (READ COMMITTED) that locks what it looks at: the device of the call,
/// and then the accounts in the order of their IDs. What two transactions could do at once nevertheless
/// is refused by unique indexes, and tried again.
package final class PostgreSQLRepository: Sendable {
  /// What is notified of a change that was made, and when.
  private let report: (@Sendable (StoreBatch) -> Void)?

  let address: PostgreSQLAddress
  let pool: PostgreSQLPool
  let clock: PostgreSQLClock
  let feed: PostgreSQLChangeFeed
  private let forgetting: PostgreSQLForgetting

  /// The reads of the sessions that single tokens prove.
  let provenSessions: GatheredReads<SecretDigest, ProvenSession?>

  /// Sets the new IDs, and the time if the store uses its clock.
  let owner: StoreOwner

  /// The name of the store in failures: its address without a password.
  package var location: String { pool.location }

  /// Makes the store in a database; no connection is made yet.
  ///
  /// The first connection makes the tables, or brings them to the present version, if the role may.
  ///
  /// - Parameters:
  ///   - address: the database.
  ///   - owner: sets the new IDs, and the time if `clock` says so.
  ///   - clock: the clock of the store.
  ///   - poolSize: the maximum number of connections.
  ///   - wait: how long a call waits for a free connection before it fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  ///   - limits: how long the parts of a conversation with the database may take.
  ///   - report: is called after each change that was made, refused or has failed; nil for nothing.
  package init(
    _ address: PostgreSQLAddress,
    owner: StoreOwner,
    clock: PostgreSQLClock = .database,
    poolSize: Int = PostgreSQLPool.standardSize,
    wait: Duration = PostgreSQLPool.standardWait,
    limits: PostgreSQLLimits = PostgreSQLLimits(),
    report: (@Sendable (StoreBatch) -> Void)? = nil
  ) {
    self.address = address
    self.owner = owner
    self.clock = clock
    self.report = report
    let location = "\(address)"
    pool = PostgreSQLPool(address, size: poolSize, wait: wait, limits: limits) {
      connection throws(PostgreSQLFailure) in
      try PostgreSQLSchema.prepare(connection, of: location)
    }
    feed = PostgreSQLChangeFeed(pool, clock: clock)
    forgetting = PostgreSQLForgetting(pool)
    // With two at once each asks half as much, and the service answers a tenth fewer (Benchmarks).
    provenSessions = GatheredReads(limit: 1) { [pool] digests in
      do throws(PostgreSQLFailure) {
        let sessions = try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
          let transaction = PostgreSQLTransaction(connection, at: location, clock: clock)
          return try transaction.sessions(provenBy: digests)
        }
        return .success(sessions)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Closes the connections after the calls that use them; later calls fail.
  package func close() async {
    await feed.close()
    await pool.close()
  }

  /// The view of a query at the present time.
  func view(_ scope: StoreScope) -> PostgreSQLView {
    PostgreSQLView(scope: scope, time: queryTime())
  }

  /// The time of a query; nil for that of the database.
  func queryTime() -> Timestamp? {
    switch clock {
    case .database: nil
    case .owner: owner.now()
    }
  }

  /// Reads.
  ///
  /// - Parameter kind: whether all statements read the same snapshot.
  @concurrent func read<Result: Sendable, Failure: PortError>(
    _: Failure.Type,
    _ kind: PostgreSQLPool.ReadKind = .snapshot,
    _ body: @escaping @Sendable (PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await pool.read(kind) { [location, clock] connection throws(PostgreSQLFailure) in
        try body(PostgreSQLTransaction(connection, at: location, clock: clock))
      }
    } catch {
      throw .store(error.failure)
    }
  }

  /// Makes a change durable in one step, and notifies subscribers.
  ///
  /// - Parameter body: makes the change inside a transaction. It may run more than once; the last run
  ///   counts.
  @concurrent func change<Answer: Sendable, Refusal: PortError>(
    _ body:
      @escaping @Sendable (PostgreSQLTransaction) throws(PostgreSQLFailure) ->
      Result<StoreStep<Answer>, Refusal>
  ) async throws(Refusal) -> Answer {
    let start = Countdown(Countdown.longest)
    defer { report?(StoreBatch(waits: [start.elapsed])) }
    let made: PostgreSQLChange<Answer, Refusal>.Outcome
    do {
      made = try await PostgreSQLChange(in: pool, clock: clock, body).make()
    } catch {
      throw .store(error.failure)
    }
    if made.isChanged {
      await forgetting.note(made.full)
      await feed.changed()
    }
    return try made.result.get()
  }
}
#endif
