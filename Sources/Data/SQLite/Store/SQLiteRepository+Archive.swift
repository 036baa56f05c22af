public import MonikerDomain
import MonikerModel
import MonikerFiles

extension SQLiteRepository: StoreArchive {
  /// See ``/MonikerDomain/StoreArchive/contents()``.
  public func contents() throws(StoreFailure) -> any StoreContents {
    guard let connection = try connectionToReadInPieces() else { return try gathered() }
    return try SQLiteContents(connection)
  }

  /// Opens a connection for a long read in pieces.
  ///
  /// - Returns: nil if the database should be read as a whole: if it is small, so that nothing is
  ///   written beside it, or if nothing can be written beside it.
  func connectionToReadInPieces() throws(StoreFailure) -> sending SQLiteConnection? {
    guard let fileID = try file.fileID(),
      try file.file.byteCount() ?? 0 > Self.gatheredSize
    else { return nil }
    do {
      return try file.open(fileID, forChange: false)
    } catch {
      guard error.reason == .permissionDenied || error.reason == .unreachable else { throw error }
      return nil
    }
  }

  /// The size up to which a database is read as a whole: 4 MiB.
  private static var gatheredSize: Int { 1 << 22 }

  private func gathered() throws(StoreFailure) -> any StoreContents {
    let state = try read { connection throws(StoreFailure) in
      var state = StoreState()
      var place = SQLiteConnection.RecordPlace.start
      while true {
        let records: [StoreRecord]
        (records, place) = try connection.records(place, limit: 1_000)
        for record in records { state.append(record) }
        if case .end = place { return state }
      }
    }
    return RecordContents(state ?? StoreState())
  }

  /// See ``/MonikerDomain/StoreArchive/summary()``.
  @concurrent public func summary() async throws(StoreFailure) -> StoreSummary {
    let byteCount = try file.file.byteCount().map { size throws(StoreFailure) in
      size + (try file.file.companion("-wal").byteCount() ?? 0)
    }
    let empty = StoreSummary(version: nil, byteCount: nil)
    let time = owner.now()
    return try await read(StoreFailure.self, orElse: empty, isLong: true) {
      connection throws(StoreFailure) in try connection.summary(byteCount: byteCount, at: time)
    }
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  @concurrent public func defects() async throws(StoreFailure) -> [String] {
    do {
      return try await read(StoreFailure.self, orElse: [], isLong: true) {
        connection throws(StoreFailure) in try connection.defects()
      }
    } catch {
      guard error.reason == .damaged else { throw error }
      return [error.detail]
    }
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  public func salvage() throws(StoreFailure) -> StoreSalvage {
    // A connection of this store would prevent the hold.
    closeFailed()
    guard try file.fileID() != nil else {
      return StoreSalvage(contents: RecordContents(StoreState()), losses: [])
    }
    let hold = try file.hold()
    return try file.salvage().holding(hold)
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  @concurrent public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    try await change { connection throws(StoreFailure) in try connection.merge(records) }
  }
}

extension SQLiteConnection {
  fileprivate func summary(
    byteCount: Int?,
    at time: Timestamp
  ) throws(StoreFailure) -> StoreSummary {
    func count(_ table: String) throws(StoreFailure) -> Int {
      let count = try row("SELECT count(*) FROM \(table)") { row throws(StoreFailure) in
        try row.integer(0)
      }
      return Int(count ?? 0)
    }
    let open = try row(
      """
      SELECT count(*) FROM session
      WHERE ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
      """,
      .time(time)
    ) { row throws(StoreFailure) in Int(try row.integer(0)) }
    return StoreSummary(
      version: try version(),
      byteCount: byteCount,
      accountCount: try count("account"),
      profileCount: try count("profile"),
      restingNicknameCount: try hasAdditionalTables() ? count("resting_nickname") : 0,
      deviceCount: try hasAdditionalTables() ? count("device") : 0,
      openSessionCount: open ?? 0,
      endedSessionCount: try count("session") - (open ?? 0),
      eventCount: try count("event"),
      lastSequence: Int(try lastSequence()),
      lastChange: try lastChange(),
      settings: try settings()
    )
  }

  /// The latest time in any row, except for expiry times and sign-in times.
  private func lastChange() throws(StoreFailure) -> Timestamp? {
    let last = try row(
      """
      SELECT max(time) FROM (
        SELECT max(created_at) AS time FROM account UNION ALL SELECT max(changed_at) FROM profile
        UNION ALL SELECT max(last_seen_at) FROM session
        UNION ALL SELECT max(ended_at) FROM session UNION ALL SELECT max(time) FROM event)
      """
    ) { row throws(StoreFailure) in try row.optionalTimestamp(0) }
    return last ?? nil
  }
}
