public import MonikerDomain
import MonikerModel
import MonikerFiles

/// A staging store for SQLite: a database beside the path of the target store.
///
/// It is one file of this process alone. Nothing of it is durable before it is published.
public actor SQLiteStagingStore: StagingStore {
  /// The path of the target store.
  public nonisolated let location: String

  private let target: SQLiteFile
  private var new: StagingFile?
  /// The path of ``new``.
  private var file: StoreFile?
  private var connection: SQLiteConnection?
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
  ///   - makesParents: whether the first write makes missing folders above the folder, too.
  public init(path: String, wait: Duration = .seconds(5), makesParents: Bool = false) {
    target = SQLiteFile(path: path, wait: wait, makesParents: makesParents)
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
    try opened().records(place, limit: 1_000)
  }

  /// See ``/MonikerDomain/StagingStore/append(_:)``.
  public func append(_ records: [StoreRecord]) throws(StoreFailure) {
    let connection = try opened()
    try connection.transaction { () throws(StoreFailure) in
      for record in records { try connection.append(record) }
    }
  }

  /// See ``/MonikerDomain/StagingStore/defects()``.
  public func defects() throws(StoreFailure) -> [String] {
    try opened().defects()
  }

  /// See ``/MonikerDomain/StagingStore/discard()``.
  public func discard() throws(StoreFailure) {
    connection = nil
    defer {
      new?.close()
      new = nil
    }
    try new?.remove(with: SQLiteFile.companions)
  }

  /// See ``/MonikerDomain/StagingStore/publish(_:)``.
  @discardableResult
  public func publish(_ placing: StorePlacing) throws(StoreError) -> Bool {
    let hasReplaced: Bool?
    do throws(StoreFailure) {
      try opened().finish()
      connection = nil
      hasReplaced = try place(placing)
    } catch {
      throw .store(error)
    }
    guard let hasReplaced else { throw .notEmpty(location: location) }
    // The store is in place: a leftover is not a failure.
    try? discard()
    return hasReplaced
  }

  private func place(_ placing: StorePlacing) throws(StoreFailure) -> Bool? {
    guard let file = new?.file else { return nil }
    try new?.synchronize()
    // The caller has a hold of the database. A restore that waits for the hold has the lock.
    if case .salvaging = placing { return try target.place(file, placing) }
    let lock = try FileLock(folderOf: target.file, wait: target.wait)
    return try withExtendedLifetime(lock) { () throws(StoreFailure) in
      try target.place(file, placing)
    }
  }

  private func opened() throws(StoreFailure) -> SQLiteConnection {
    if let connection { return connection }
    let connection: SQLiteConnection
    if let file = new?.file {
      try new?.refuseRemoved()
      connection = try SQLiteConnection(path: file.path, location: location, wait: .zero)
    } else {
      try target.file.makeFolder()
      let new = try StagingFile(beside: target.file)
      let file = new.file
      self.new = consume new
      connection = try target.makeDatabase(in: file)
      // The whole file is synced once, before it is published.
      try connection.execute("PRAGMA synchronous = OFF")
    }
    self.connection = connection
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
