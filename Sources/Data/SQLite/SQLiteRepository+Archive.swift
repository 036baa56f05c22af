public import MonikerDomain

extension SQLiteRepository: StoreArchive {
  /// See ``/MonikerDomain/StoreArchive/contents()``.
  public func contents() throws(StoreFailure) -> any StoreContents {
    guard let connection = try connectionToReadInPieces() else { return try gathered() }
    return try SQLiteContents(connection)
  }

  /// A connection for somebody who reads much, and for a long time.
  ///
  /// - Returns: nil where all of it is better read at once: a small one is read where it lies, so that nothing
  ///   is written beside it, nor need be, and so is one beside which nothing can be written.
  func connectionToReadInPieces() throws(StoreFailure) -> sending SQLiteConnection? {
    guard case .file(let file) = place, let identity = try file.identity(),
      try file.file.byteCount() ?? 0 > Self.gatheredSize
    else { return nil }
    do {
      return try file.open(identity, forChange: false)
    } catch {
      guard error.reason == .permissionDenied || error.reason == .unreachable else { throw error }
      return nil
    }
  }

  /// How many bytes a database has at the most that is read as a whole: 4 MiB.
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
  public func summary() throws(StoreFailure) -> StoreSummary {
    let byteCount: Int?
    switch place {
    case .memory: byteCount = nil
    case .file(let file):
      byteCount = try file.file.byteCount().map { size throws(StoreFailure) in
        size + (try file.file.companion("-wal").byteCount() ?? 0)
      }
    }
    let summary = try read { connection throws(StoreFailure) in
      try connection.summary(byteCount: byteCount)
    }
    return summary ?? StoreSummary(version: nil, byteCount: nil)
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  public func defects() throws(StoreFailure) -> [String] {
    do {
      return try read { connection throws(StoreFailure) in try connection.defects() } ?? []
    } catch {
      guard error.reason == .damaged else { throw error }
      return [error.detail]
    }
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  public func salvage() throws(StoreFailure) -> StoreSalvage {
    switch place {
    case .memory:
      return StoreSalvage(contents: try gathered(), losses: [])
    case .file(let file):
      guard try file.identity() != nil else {
        return StoreSalvage(contents: RecordContents(StoreState()), losses: [])
      }
      return try file.salvage()
    }
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  @concurrent public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    let outcome: Result<Int, StoreError>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.merge(records)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }
}

extension SQLiteConnection {
  fileprivate func summary(byteCount: Int?) throws(StoreFailure) -> StoreSummary {
    func count(_ table: String) throws(StoreFailure) -> Int {
      let count = try row("SELECT count(*) FROM \(table)") { row throws(StoreFailure) in
        try row.integer(0)
      }
      return Int(count ?? 0)
    }
    let latest = try latestTime()
    let version = try version()
    return StoreSummary(
      version: earlierVersion ?? version,
      byteCount: byteCount,
      accountCount: try count("account"),
      openSessionCount: try count("session WHERE ended_at IS NULL"),
      endedSessionCount: try count("session WHERE end_event IS NOT NULL"),
      eventCount: try count("event"),
      lastSequence: Int(try lastSequence()),
      lastChange: latest == .none ? nil : latest.time
    )
  }
}
