#if Server
package import MonikerDomain

/// A staging store for PostgreSQL: tables in a schema of their own, which one copy at a time uses.
///
/// They stay if the connection or the process ends: a copy that is made again begins where the earlier one
/// ended. The role must own the tables of the store, and be able to make a schema.
package actor PostgreSQLStagingStore: StagingStore {
  /// The address of the target store, without a password.
  package nonisolated let location: String

  private let pool: PostgreSQLPool
  /// The connection that has the lock of the copy.
  private var connection: PostgreSQLConnection.Identity?

  /// What an earlier copy has left, as far as it was not appended again; nil after all of it.
  private var earlier: EarlierRecords?
  private var hasBegun = false

  /// Makes the staging store; no connection is made yet.
  ///
  /// - Parameter address: the database of the target store.
  package init(_ address: PostgreSQLAddress) {
    let location = "\(address)"
    self.location = location
    pool = PostgreSQLPool(address, size: 1, limits: .long) {
      connection throws(PostgreSQLFailure) in
      try PostgreSQLSchema.prepare(connection, of: location)
      try PostgreSQLSchema.beginCopy(on: connection, of: location)
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
  ///
  /// Records that an earlier copy has left are compared, and not written again.
  package func append(_ records: [StoreRecord]) async throws(StoreFailure) {
    if !hasBegun {
      earlier = EarlierRecords(StagedContents(of: self))
      hasBegun = true
    }
    let missing = try await withoutEarlier(records)
    guard !missing.isEmpty else { return }
    try await run { transaction throws(PostgreSQLFailure) in
      for record in missing { transaction.append(record) }
      try transaction.flush()
    }
  }

  /// The records that no earlier copy has left.
  ///
  /// What an earlier copy of another content has left is removed. If records of it were already taken for
  /// those of this copy, they are lost with it.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` in that case: the copy has to be made again.
  private func withoutEarlier(_ records: [StoreRecord]) async throws(StoreFailure) -> [StoreRecord]
  {
    guard var left = earlier else { return records }
    let isUsed = left.count > 0
    let (missing, isSame) = try await left.skip(records)
    earlier = missing.isEmpty ? left : nil
    if isSame { return missing }
    try await run { transaction throws(PostgreSQLFailure) in
      try transaction.emptyCopy()
    }
    guard isUsed else { return records }
    throw StoreFailure(
      .busy,
      at: location,
      detail: "an interrupted copy of another content was there, and is removed now"
    )
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
        try transaction.publishCopy()
      }
    } catch {
      throw .store(error)
    }
    guard isDone else { throw .notEmpty(location: location) }
    await pool.close()
    return false
  }

  /// See ``/MonikerDomain/StagingStore/discard()``.
  ///
  /// If the connection has ended, the tables stay: the copy can be continued.
  package func discard() async throws(StoreFailure) {
    if connection != nil {
      try? await run { transaction throws(PostgreSQLFailure) in
        try transaction.removeCopy()
      }
    }
    await pool.close()
  }

  /// Runs a transaction on the connection that has the lock of the copy.
  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      let expected = connection
      let (result, used) = try await pool.change {
        [location] connection throws(PostgreSQLFailure) in
        let used = connection.identity
        guard expected == nil || used === expected else {
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

/// What an earlier copy has left in a staging store, in the order in which it is appended again.
private struct EarlierRecords {
  private let contents: StagedContents
  private var records: ArraySlice<StoreRecord> = []

  /// The number of records that were found again.
  private(set) var count = 0

  init(_ contents: StagedContents) {
    self.contents = contents
  }

  /// Finds records again.
  ///
  /// - Returns: those that are not there, and whether the others are all that is there. The metadata of a
  ///   store is always missing, since an unfinished copy has some, too.
  mutating func skip(
    _ appended: [StoreRecord]
  ) async throws(StoreFailure) -> (missing: [StoreRecord], isSame: Bool) {
    for (place, record) in appended.enumerated() {
      if records.isEmpty { records = try await contents.next()[...] }
      if case .metadata? = records.first { return (Array(appended[place...]), true) }
      guard records.first == record else { return (appended, false) }
      records.removeFirst()
      count += 1
    }
    return ([], true)
  }
}

extension PostgreSQLSchema {
  /// The tables whose content is that of a store, in an order in which rows can be added.
  static let contentTables = [
    "account", "profile", "resting_nickname", "device", "session", "active_session", "event",
    "setting",
  ]

  /// The schema of a copy that is being made: tables of another version are of no use to it.
  static var copyName: String { "\(name)_copy_\(version)" }

  /// The key of the advisory lock that a connection has as long as it makes a copy.
  private static let copyLock: Int64 = 0x4D4E_4B52_0000_0002

  /// Makes tables like those of the store, unless an earlier copy has left them, and uses them in place of
  /// those.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/busy`` while another connection makes a copy.
  static func beginCopy(
    on connection: PostgreSQLConnection,
    of location: String
  ) throws(PostgreSQLFailure) {
    do throws(PostgreSQLFailure) {
      // The connection of a copy that has just ended has the lock for a moment more.
      try connection.execute(
        "BEGIN; SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_lock(\(copyLock)); COMMIT"
      )
    } catch {
      guard error.failure.reason == .busy, error.kind == .other else { throw error }
      let detail = "another copy into this database is being made"
      throw PostgreSQLFailure(StoreFailure(.busy, at: location, detail: detail))
    }
    try connection.execute("SET client_min_messages = warning")
    // Without a log they are made faster; after a crash of the server they are empty.
    let tables = contentTables.map {
      "CREATE UNLOGGED TABLE IF NOT EXISTS \(copyName).\($0) (LIKE \(name).\($0) INCLUDING ALL);"
    }
    try connection.execute(
      """
      CREATE SCHEMA IF NOT EXISTS \(copyName);
      \(tables.joined(separator: "\n"))
      SET search_path = \(copyName), pg_catalog;
      """
    )
  }
}

extension PostgreSQLTransaction {
  /// Removes all rows of a copy that is being made.
  fileprivate func emptyCopy() throws(PostgreSQLFailure) {
    write("TRUNCATE \(PostgreSQLSchema.contentTables.joined(separator: ", ")) RESTART IDENTITY")
    try flush()
  }

  /// Removes a copy that is being made.
  fileprivate func removeCopy() throws(PostgreSQLFailure) {
    write("DROP SCHEMA \(PostgreSQLSchema.copyName) CASCADE")
    try flush()
  }

  /// Copies the tables of a copy into those of the store, and removes them, unless the store has content.
  ///
  /// - Returns: whether the store was empty.
  fileprivate func publishCopy() throws(PostgreSQLFailure) -> Bool {
    let (schema, copy) = (PostgreSQLSchema.name, PostgreSQLSchema.copyName)
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
    for table in tables { write("INSERT INTO \(schema).\(table) SELECT * FROM \(copy).\(table)") }
    try flush()
    // A sequence is not rolled back, so its place is set last.
    for table in ["account", "resting_nickname", "device", "session"] {
      write(
        """
        SELECT setval('\(schema).\(table)_number_seq', max(number)) FROM \(copy).\(table)
        HAVING max(number) > 0
        """
      )
    }
    let last = try lastSequence()
    if last > 0 { write("SELECT setval('\(schema).event_number_seq', $1::bigint)", .integer(last)) }
    try removeCopy()
    return true
  }
}
#endif
