import MonikerDomain

/// What a database holds as of one moment: a transaction on a connection of its own, which keeps nobody
/// from writing.
actor SQLiteContents: StoreContents {
  private static let batchSize = 1_000

  private var connection: SQLiteConnection?
  private var place = SQLiteConnection.RecordPlace.start
  private let executor = BlockingExecutor()

  /// The thread that SQLite's blocking calls have to themselves.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to read at once: what is changed after this does not show.
  init(_ connection: sending SQLiteConnection) throws(StoreFailure) {
    try connection.begin(.deferred)
    try connection.checkVersion()
    // Only a read makes SQLite choose the moment.
    _ = try connection.lastSequence()
    self.connection = connection
  }

  func next() throws(StoreFailure) -> [StoreRecord] {
    guard let connection else { return [] }
    while true {
      let records: [StoreRecord]
      (records, place) = try connection.records(place, limit: Self.batchSize)
      if !records.isEmpty { return records }
      guard case .end = place else { continue }
      self.connection = nil
      return []
    }
  }
}
