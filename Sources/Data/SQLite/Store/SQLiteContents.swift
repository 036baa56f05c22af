import MonikerDomain
import MonikerModel

/// The records of a database in one snapshot.
///
/// A read transaction on a connection of its own holds the snapshot, and blocks no writer.
actor SQLiteContents: StoreContents {
  private static let batchSize = 1_000

  private var connection: SQLiteConnection?
  private var place = SQLiteConnection.RecordPlace.start
  private let executor = BlockingExecutor()

  /// The thread for SQLite's blocking calls.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Takes the snapshot at once: later changes are not in it.
  init(_ connection: sending SQLiteConnection) throws(StoreFailure) {
    try connection.begin(.deferred)
    try connection.checkVersion()
    // SQLite takes the snapshot at the first read, not at BEGIN.
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
