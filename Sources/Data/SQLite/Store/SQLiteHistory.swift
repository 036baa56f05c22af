import MonikerDomain

/// Events of a database as of one moment: a transaction on a connection of its own, which keeps nobody from
/// writing.
actor SQLiteHistory: HistoryContents {
  static let batchSize = 1_000

  nonisolated let lastSequence: Int?
  nonisolated let thereAreEarlier: Bool
  private var connection: SQLiteConnection?
  private let selection: EventSelection
  private let batchSize: Int
  /// The event behind which those come that have not been read.
  private var place: Int64
  private let executor = BlockingExecutor()

  /// The thread that SQLite's blocking calls have to themselves.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to read at once: what is changed after this does not show.
  init(
    _ connection: sending SQLiteConnection,
    _ query: HistoryQuery,
    batchSize: Int = SQLiteHistory.batchSize
  ) throws(StoreFailure) {
    self.batchSize = batchSize
    try connection.begin(.deferred)
    try connection.checkVersion()
    selection = try connection.selection(query)
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
    // The transaction ends with the last of them: the log cannot begin anew meanwhile.
    if let last = entries.last?.event.sequence, last != lastSequence {
      place = Int64(last)
    } else {
      self.connection = nil
    }
    return entries
  }
}
