public import MonikerDomain
import MonikerFiles

/// A staging store for SQLite: a database beside the path of the target store.
///
/// It is one file, which stays locked while it is written. Each step is durable: after a process
/// was killed, the next one continues from its last step.
public actor SQLiteStagingStore: StagingStore {
  /// The path of the target store.
  public nonisolated let location: String

  let target: SQLiteFile
  let file: StoreFile
  private var connection: SQLiteConnection?
  /// Whether the metadata were added, which are the last record.
  private var isWhole = false
  private let executor = BlockingExecutor()

  /// The thread for SQLite's blocking calls.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the staging store; no file is made yet.
  ///
  /// - Parameters:
  ///   - path: the path of the target store.
  ///   - wait: how long to wait for other users of the target before a call fails with
  ///     ``/MonikerDomain/StoreFailure/Reason/busy``.
  public init(path: String, wait: Duration = .seconds(5)) {
    target = SQLiteFile(path: path, wait: wait)
    file = target.file.stagingFile
    location = path
  }

  /// See ``/MonikerDomain/StagingStore/contents()``.
  public func contents() throws(StoreFailure) -> any StoreContents {
    _ = try opened()
    return StagingContents(of: self)
  }

  /// The records after a position, and the position after them.
  func records(
    _ place: SQLiteConnection.RecordPlace
  ) throws(StoreFailure) -> ([StoreRecord], SQLiteConnection.RecordPlace) {
    if case .metadata = place, !isWhole { return ([], .end) }
    return try opened().records(place, limit: 1_000)
  }

  /// See ``/MonikerDomain/StagingStore/append(_:)``.
  public func append(_ records: [StoreRecord]) throws(StoreFailure) {
    try discardingAfterFault { () throws(StoreFailure) in
      let connection = try opened()
      try connection.transaction { () throws(StoreFailure) in
        for record in records { try connection.append(record) }
      }
    }
    if case .metadata? = records.last { isWhole = true }
  }

  /// See ``/MonikerDomain/StagingStore/defects()``.
  public func defects() throws(StoreFailure) -> [String] {
    try opened().defects()
  }

  /// See ``/MonikerDomain/StagingStore/discard()``.
  public func discard() throws(StoreFailure) {
    connection = nil
    isWhole = false
    try file.removeLeftovers()
  }

  /// See ``/MonikerDomain/StagingStore/publish(_:)``.
  @discardableResult
  public func publish(_ placing: StorePlacing) throws(StoreError) -> Bool {
    let hasReplaced: Bool?
    do throws(StoreFailure) {
      try discardingAfterFault { () throws(StoreFailure) in
        // Closing would checkpoint, too, but report no failure.
        try opened().execute("PRAGMA locking_mode = NORMAL; PRAGMA wal_checkpoint(TRUNCATE)")
      }
      connection = nil
      try file.removeLeftovers(except: "")
      let lock = try FileLock(folderOf: target.file, wait: target.wait)
      hasReplaced = try withExtendedLifetime(lock) { () throws(StoreFailure) in
        try target.place(file, placing)
      }
    } catch {
      throw .store(error)
    }
    guard let hasReplaced else { throw .notEmpty(location: location) }
    return hasReplaced
  }

  /// Discards the staging store after a failure of the disk.
  ///
  /// After a failed sync its content can be read but may not be on the disk, so no process may
  /// continue from it.
  private func discardingAfterFault(
    _ body: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    do {
      try body()
    } catch {
      if error.reason == .inputOutput { try? discard() }
      throw error
    }
  }

  private func opened() throws(StoreFailure) -> SQLiteConnection {
    if let connection { return connection }
    try target.file.makeFolder()
    // Serialize staging stores that are made at the same time.
    let lock = try FileLock(folderOf: target.file, wait: target.wait)
    let connection = try withExtendedLifetime(lock) { () throws(StoreFailure) in try open() }
    self.connection = connection
    return connection
  }

  private func open() throws(StoreFailure) -> SQLiteConnection {
    if try file.exists(), let connection = try resumed() { return connection }
    // The leftovers are of another version, or of a process that was killed before it had begun.
    try file.removeLeftovers()
    try discardingAfterFault { () throws(StoreFailure) in try target.fill(file) }
    return try locked()
  }

  /// A connection to the leftovers of another process; nil if they cannot be continued.
  private func resumed() throws(StoreFailure) -> SQLiteConnection? {
    do {
      let connection = try locked()
      guard try connection.isCurrent(), try connection.hasLog() else { return nil }
      return connection
    } catch {
      // The process was killed while it wrote the first pages.
      guard error.reason == .damaged else { throw error }
      return nil
    }
  }

  /// A connection that excludes all others from the file.
  private func locked() throws(StoreFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: file.path,
      location: location,
      wait: .zero,
      logFolder: file
    )
    do {
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    } catch {
      guard error.reason == .busy else { throw error }
      throw StoreFailure(
        .busy,
        at: location,
        detail: "another process is writing a copy to this path"
      )
    }
    return connection
  }
}

/// The records that a staging store holds so far.
private actor StagingContents: StoreContents {
  private let staging: SQLiteStagingStore
  private var place = SQLiteConnection.RecordPlace.start

  init(of staging: SQLiteStagingStore) {
    self.staging = staging
  }

  func next() async throws(StoreFailure) -> [StoreRecord] {
    while true {
      let records: [StoreRecord]
      (records, place) = try await staging.records(place)
      if !records.isEmpty { return records }
      if case .end = place { return [] }
    }
  }
}
