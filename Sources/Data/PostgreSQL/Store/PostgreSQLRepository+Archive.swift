#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: StoreArchive {
  /// See ``/MonikerDomain/StoreArchive/contents()``.
  @concurrent package func contents() async throws(StoreFailure) -> any StoreContents {
    // The schema is made by the first use.
    _ = try await read(StoreFailure.self) { transaction throws(PostgreSQLFailure) in
      try transaction.lastSequence()
    }
    return try await PostgreSQLContents.of(address)
  }

  /// See ``/MonikerDomain/StoreArchive/summary()``.
  @concurrent package func summary() async throws(StoreFailure) -> StoreSummary {
    let time = queryTime()
    return try await read(StoreFailure.self) { transaction throws(PostgreSQLFailure) in
      try transaction.summary(at: time)
    }
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  @concurrent package func defects() async throws(StoreFailure) -> [String] {
    try await read(StoreFailure.self) { transaction throws(PostgreSQLFailure) in
      try transaction.defects()
    }
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  ///
  /// Nothing is saved of a database whose tables cannot be read: that is for the backups of the server.
  @concurrent package func salvage() async throws(StoreFailure) -> StoreSalvage {
    StoreSalvage(contents: try await contents(), losses: [])
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  @concurrent package func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    try await change { transaction throws(PostgreSQLFailure) in try transaction.merge(records) }
  }
}

extension PostgreSQLTransaction {
  static let summary = """
    SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM profile),
      (SELECT count(*) FROM resting_nickname), (SELECT count(*) FROM device),
      (SELECT count(*) FROM session WHERE ended_at IS NULL
        AND (expires_at IS NULL OR expires_at > \(PostgreSQLView.time(1)))),
      (SELECT count(*) FROM session), (SELECT count(*) FROM event WHERE \(isKept)),
      (SELECT max(time) FROM (
        SELECT max(created_at) AS time FROM account UNION ALL SELECT max(changed_at) FROM profile
        UNION ALL SELECT max(last_seen_at) FROM session
        UNION ALL SELECT max(ended_at) FROM session UNION ALL SELECT max(time) FROM event) AS last),
      (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
        WHERE relnamespace = '\(PostgreSQLSchema.name)'::regnamespace AND relkind = 'r')::bigint
    """

  /// - Parameter time: the time; nil for that of the database.
  fileprivate func summary(at time: Timestamp?) throws(PostgreSQLFailure) -> StoreSummary {
    let sequence = try lastSequence()
    let settings = try settings()
    let found = try row(Self.summary, .time(time)) { row throws(PostgreSQLFailure) in
      StoreSummary(
        version: PostgreSQLSchema.version,
        byteCount: Int(try row.integer(8)),
        accountCount: Int(try row.integer(0)),
        profileCount: Int(try row.integer(1)),
        restingNicknameCount: Int(try row.integer(2)),
        deviceCount: Int(try row.integer(3)),
        openSessionCount: Int(try row.integer(4)),
        endedSessionCount: Int(try row.integer(5) - row.integer(4)),
        eventCount: Int(try row.integer(6)),
        lastSequence: Int(sequence),
        lastChange: try row.optionalTimestamp(7),
        settings: settings
      )
    }
    return found ?? StoreSummary(version: nil, byteCount: nil)
  }
}
#endif
