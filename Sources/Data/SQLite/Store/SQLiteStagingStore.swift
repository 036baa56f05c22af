public import MonikerDomain
import MonikerFiles

/// An SQLite store in the making: a database beside the place that it is for.
///
/// It is one file, locked for as long as it is worked on, and each step is durable: whoever comes after a
/// process that was killed goes on from there.
public actor SQLiteStagingStore: StagingStore {
  /// The place that it is for.
  public nonisolated let location: String

  let target: SQLiteFile
  let file: StoreFile
  private var connection: SQLiteConnection?
  /// Whether the metadata were added, which end the records.
  private var isWhole = false
  private let executor = BlockingExecutor()

  /// The thread that SQLite's blocking calls have to themselves.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the value; no file is made yet.
  ///
  /// - Parameters:
  ///   - path: the place that it is for.
  ///   - wait: how long to wait for others that use a store there.
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

  /// The records behind a place, and where they end.
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
        // Closing applies the log, too, and tells nobody what fails.
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

  /// Throws away what is there so far where the disk has failed.
  ///
  /// After a sync that failed it can be read, and need not be on the disk: nobody may go on from there.
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
    // Of those that begin at once, one after another.
    let lock = try FileLock(folderOf: target.file, wait: target.wait)
    let connection = try withExtendedLifetime(lock) { () throws(StoreFailure) in try open() }
    self.connection = connection
    return connection
  }

  private func open() throws(StoreFailure) -> SQLiteConnection {
    if try file.exists(), let connection = try resumed() { return connection }
    // What was left is of another version, or was killed before it had begun.
    try file.removeLeftovers()
    try discardingAfterFault { () throws(StoreFailure) in try target.fill(file) }
    return try locked()
  }

  /// A connection to what was left there; nil where there is nothing to go on from.
  private func resumed() throws(StoreFailure) -> SQLiteConnection? {
    do {
      let connection = try locked()
      guard try connection.isCurrent(), try connection.hasLog() else { return nil }
      return connection
    } catch {
      // Its process was killed while it wrote the first pages.
      guard error.reason == .damaged else { throw error }
      return nil
    }
  }

  /// A connection that nobody else can use the file beside.
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
        detail: "another process is making a copy for this place"
      )
    }
    return connection
  }
}

/// What a staging holds so far.
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
