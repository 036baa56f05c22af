#if Server
package import MonikerDomain

/// A staging store for PostgreSQL: temporary tables of one connection, which nobody else sees.
///
/// The server removes them when the connection ends. To put their content into the tables of the store, the
/// role must own these.
package actor PostgreSQLStagingStore: StagingStore {
  /// The address of the target store, without a password.
  package nonisolated let location: String

  private let pool: PostgreSQLPool
  /// The connection that has the tables.
  private var connection: ObjectIdentifier?

  /// Makes the staging store; no connection is made yet.
  ///
  /// - Parameter address: the database of the target store.
  package init(_ address: PostgreSQLAddress) {
    let location = "\(address)"
    self.location = location
    pool = PostgreSQLPool(address, size: 1, limits: .long) {
      connection throws(PostgreSQLFailure) in
      try PostgreSQLSchema.prepare(connection, of: location)
      try connection.execute(PostgreSQLSchema.temporaryTables)
    }
  }

  /// See ``/MonikerDomain/StagingStore/contents()``.
  package func contents() async throws(StoreFailure) -> any StoreContents {
    StagedContents(of: self)
  }

  /// The records after a position, and the position after them.
  fileprivate func records(
    _ place: PostgreSQLTransaction.RecordPlace
  ) async throws(StoreFailure) -> ([StoreRecord], PostgreSQLTransaction.RecordPlace) {
    try await run { transaction throws(PostgreSQLFailure) in
      try transaction.records(place, limit: 1_000)
    }
  }

  /// See ``/MonikerDomain/StagingStore/append(_:)``.
  package func append(_ records: [StoreRecord]) async throws(StoreFailure) {
    try await run { transaction throws(PostgreSQLFailure) in
      for record in records { transaction.append(record) }
      try transaction.flush()
    }
  }

  /// See ``/MonikerDomain/StagingStore/defects()``.
  package func defects() async throws(StoreFailure) -> [String] {
    try await run { transaction throws(PostgreSQLFailure) in try transaction.defects() }
  }

  /// See ``/MonikerDomain/StagingStore/publish(_:)``.
  @discardableResult
  package func publish(_ placing: StorePlacing) async throws(StoreError) -> Bool {
    guard case .ifEmpty = placing else {
      throw .store(
        StoreFailure(
          .unsupported,
          at: location,
          detail: "what is in a database cannot be kept beside it: only an empty one is filled"
        )
      )
    }
    let isDone: Bool
    do throws(StoreFailure) {
      isDone = try await run { transaction throws(PostgreSQLFailure) in
        try transaction.publishTemporaryTables()
      }
    } catch {
      throw .store(error)
    }
    guard isDone else { throw .notEmpty(location: location) }
    await pool.close()
    return false
  }

  /// See ``/MonikerDomain/StagingStore/discard()``.
  package func discard() async throws(StoreFailure) {
    await pool.close()
  }

  /// Runs a transaction on the connection that has the tables.
  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      let expected = connection
      let (result, used) = try await pool.change {
        [location] connection throws(PostgreSQLFailure) in
        let used = ObjectIdentifier(connection)
        guard expected == nil || used == expected else {
          let detail = "the connection ended while a store was copied"
          throw PostgreSQLFailure(StoreFailure(.busy, at: location, detail: detail))
        }
        let transaction = PostgreSQLTransaction(connection, at: location, clock: .owner)
        return (true, (try body(transaction), used))
      }
      connection = used
      return result
    } catch {
      throw error.failure
    }
  }
}

/// The records that a staging store holds so far.
private actor StagedContents: StoreContents {
  private let staging: PostgreSQLStagingStore
  private var place: PostgreSQLTransaction.RecordPlace? = .start

  init(of staging: PostgreSQLStagingStore) {
    self.staging = staging
  }

  func next() async throws(StoreFailure) -> [StoreRecord] {
    while let place {
      let (records, next) = try await staging.records(place)
      if case .end = next { self.place = nil } else { self.place = next }
      if !records.isEmpty { return records }
    }
    return []
  }
}

extension PostgreSQLSchema {
  /// The tables whose content is that of a store, in an order in which rows can be added.
  static let contentTables = [
    "account", "profile", "resting_nickname", "device", "session", "active_session", "event",
    "setting",
  ]

  /// Tables of the same form that only this connection sees, in place of those of the store.
  static var temporaryTables: String {
    contentTables.map { "CREATE TEMPORARY TABLE \($0) (LIKE \(name).\($0) INCLUDING ALL);" }
      .joined(separator: "\n") + "\nSET search_path = pg_temp, pg_catalog;"
  }
}

extension PostgreSQLTransaction {
  /// Copies the temporary tables into those of the store, unless the store has content.
  ///
  /// - Returns: whether the store was empty.
  fileprivate func publishTemporaryTables() throws(PostgreSQLFailure) -> Bool {
    let schema = PostgreSQLSchema.name
    let tables = PostgreSQLSchema.contentTables
    let others = tables.map { "\(schema).\($0)" }.joined(separator: ", ")
    write("LOCK TABLE \(others) IN EXCLUSIVE MODE")
    let isUsed = try exists(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM \(schema).account)
        OR EXISTS (SELECT 1 FROM \(schema).event) OR EXISTS (SELECT 1 FROM \(schema).device)
        OR EXISTS (SELECT 1 FROM \(schema).resting_nickname)
        OR (SELECT is_called FROM \(schema).event_number_seq)
      """
    )
    guard !isUsed else { return false }
    write("DELETE FROM \(schema).setting")
    for table in tables { write("INSERT INTO \(schema).\(table) SELECT * FROM pg_temp.\(table)") }
    try flush()
    // A sequence is not rolled back, so its place is set last.
    for table in ["account", "resting_nickname", "device", "session"] {
      write(
        """
        SELECT setval('\(schema).\(table)_number_seq', max(number)) FROM pg_temp.\(table)
        HAVING max(number) > 0
        """
      )
    }
    let last = try lastSequence()
    if last > 0 { write("SELECT setval('\(schema).event_number_seq', $1::bigint)", .integer(last)) }
    try flush()
    return true
  }
}
#endif
