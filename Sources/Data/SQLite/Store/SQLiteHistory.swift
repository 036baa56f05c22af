import MonikerDomain
import MonikerModel

/// Events of a database in one snapshot.
///
/// A read transaction on a connection of its own holds the snapshot, and blocks no writer.
actor SQLiteHistory: HistoryContents {
  static let batchSize = 1_000

  nonisolated let lastSequence: Int?
  nonisolated let thereAreEarlier: Bool
  private var connection: SQLiteConnection?
  private let selection: EventSelection
  private let batchSize: Int
  /// The number of the last event before those that are still to be read.
  private var place: Int64
  private let executor = BlockingExecutor()

  /// The thread for SQLite's blocking calls.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Takes the snapshot at once: later changes are not in it.
  init(
    _ connection: sending SQLiteConnection,
    _ query: HistoryQuery,
    in view: StoreView,
    batchSize: Int = SQLiteHistory.batchSize
  ) throws(StoreFailure) {
    self.batchSize = batchSize
    try connection.begin(.deferred)
    try connection.checkVersion()
    selection = try connection.selection(query, in: view)
    let last = try connection.number(selection, beforeLast: 0)
    let earlier = try connection.number(selection, beforeLast: query.limit)
    lastSequence = query.limit > 0 ? last.map { Int($0) } : nil
    thereAreEarlier = earlier != nil
    place = earlier ?? 0
    self.connection = connection
  }

  func next() throws(StoreFailure) -> [HistoryEntry] {
    guard let connection else { return [] }
    let entries = try connection.events(selection, behind: place, limit: batchSize)
    // End the transaction with the last event: SQLite cannot reset the WAL before.
    if let last = entries.last?.event.sequence, last != lastSequence {
      place = Int64(last)
    } else {
      self.connection = nil
    }
    return entries
  }
}
