#if Server
import MonikerDomain

/// The records of a store in one snapshot, which a connection of its own holds.
actor PostgreSQLContents: StoreContents {
  private static let batchSize = 1_000

  private let pool: PostgreSQLPool
  private var place: PostgreSQLTransaction.RecordPlace? = .start
  /// The connection that has the snapshot.
  private var connection: PostgreSQLConnection.Identity?
  /// The number of the newest event: a sequence is in no snapshot, so it is read at once.
  private var lastSequence = 0

  private init(_ address: PostgreSQLAddress) {
    pool = PostgreSQLPool(address, size: 1, limits: .long) { (_) throws(PostgreSQLFailure) in }
  }

  /// Takes the snapshot at once: later changes are not in it.
  static func of(_ address: PostgreSQLAddress) async throws(StoreFailure) -> PostgreSQLContents {
    let contents = PostgreSQLContents(address)
    try await contents.begin()
    return contents
  }

  private func begin() async throws(StoreFailure) {
    do {
      (connection, lastSequence) = try await pool.read(.statement) {
        [pool]
        connection throws(PostgreSQLFailure) in
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        // The first statement takes the snapshot, not BEGIN.
        _ = try connection.run("SELECT 1 FROM schema_version")
        let transaction = PostgreSQLTransaction(connection, at: pool.location, clock: .owner)
        return (connection.identity, Int(try transaction.lastSequence()))
      }
    } catch {
      throw error.failure
    }
  }

  func next() async throws(StoreFailure) -> [StoreRecord] {
    while let place {
      let (records, next) = try await read(place)
      if case .end = next { self.place = nil } else { self.place = next }
      if case .metadata(let metadata) = records.first { return [.metadata(timely(metadata))] }
      if !records.isEmpty { return records }
    }
    await pool.close()
    return []
  }

  private func timely(_ metadata: StoreMetadata) -> StoreMetadata {
    StoreMetadata(
      activeSessions: metadata.activeSessions,
      lastSequence: lastSequence,
      settings: metadata.settings
    )
  }

  private func read(
    _ place: PostgreSQLTransaction.RecordPlace
  ) async throws(StoreFailure) -> ([StoreRecord], PostgreSQLTransaction.RecordPlace) {
    do {
      return try await pool.read(.statement) {
        [pool, expected = connection]
        connection throws(PostgreSQLFailure) in
        // A new connection has another snapshot.
        guard connection.identity === expected else {
          let detail = "the connection ended while its content was read"
          throw PostgreSQLFailure(StoreFailure(.busy, at: pool.location, detail: detail))
        }
        return try PostgreSQLTransaction(connection, at: pool.location, clock: .owner)
          .records(place, limit: Self.batchSize)
      }
    } catch {
      throw error.failure
    }
  }
}

extension PostgreSQLLimits {
  /// For what copies or checks a whole store.
  static var long: PostgreSQLLimits {
    var limits = PostgreSQLLimits()
    limits.statement = .seconds(6 * 3_600)
    return limits
  }
}
#endif
