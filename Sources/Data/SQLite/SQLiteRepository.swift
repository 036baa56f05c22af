import MonikerDomain

/// A store in an SQLite database.
///
/// The file is made by the first write, and opened when it is first needed. All calls of SQLite
/// happen on a thread of the store's own.
public actor SQLiteRepository {
  private enum Place {
    case memory
    case file(SQLiteFile)
  }

  private struct Opened {
    let connection: SQLiteConnection
    let identity: SQLiteFile.Identity?
  }

  private let place: Place
  private var opened: Opened?
  private var subscribers = SessionSubscribers()
  private var watch: FileWatch?
  private var readAgain = ReadAgain()
  private let executor = BlockingExecutor(label: "moniker.sqlite")

  /// The thread that SQLite's blocking calls have to themselves.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the store at a path; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: the database file; it and its folder are made when something is first written.
  ///   - wait: how long a call waits for other processes before it fails as busy.
  public init(path: String, wait: Duration = .seconds(5)) {
    place = .file(SQLiteFile(path: path, wait: wait))
  }

  /// Makes a store in memory, which is gone with this object.
  public init() {
    place = .memory
  }

  /// Runs `body` on the database; nil where there is none yet.
  func read<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    guard let connection = try connection() else { return nil }
    try connection.checkVersion()
    return try body(connection)
  }

  /// Runs `body` as one transaction on the database, which is made if there is none, and tells
  /// those who read the changes.
  func write<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let connection = try connectionForWriting()
    let result = try connection.transaction { () throws(StoreFailure) in
      try connection.checkVersion()
      return try body(connection)
    }
    tellSubscribers()
    // Its frames were in the log before it was committed, and only that gave a notice so far.
    if case .file(let file) = place { file.file.announceChange() }
    return result
  }

  private func connectionForWriting() throws(StoreFailure) -> SQLiteConnection {
    if let connection = try connection() { return connection }
    if case .file(let file) = place { try file.create() }
    guard let connection = try connection() else {
      throw StoreFailure(.unreachable, at: location, detail: "it was removed while it was made")
    }
    return connection
  }

  /// The connection to the file that stands there now: SQLite would go on reading and writing a
  /// file that was removed or replaced in the meantime, and what it acknowledged would be lost.
  private func connection() throws(StoreFailure) -> SQLiteConnection? {
    switch place {
    case .memory:
      if let opened { return opened.connection }
      let connection = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
      try connection.migrate()
      opened = Opened(connection: connection, identity: nil)
      return connection
    case .file(let file):
      let identity = try file.identity()
      if let opened, opened.identity == identity { return opened.connection }
      opened = nil
      guard let identity else { return nil }
      let connection = try file.open(identity)
      opened = Opened(connection: connection, identity: identity)
      return connection
    }
  }

  /// The store, as failures name it.
  nonisolated var location: String {
    switch place {
    case .memory: "SQLite in memory"
    case .file(let file): file.file.path
    }
  }

  // MARK: Changes

  private func tellSubscribers() {
    // What was written is written: if it cannot be read now, the readers hear of the next change.
    guard !subscribers.isEmpty, let snapshot = try? session(of: .active) else { return }
    subscribers.tell(snapshot)
  }

  func subscribe(_ continuation: SessionChanges.Continuation) {
    do {
      // Watched before it is read: what happens in between is told of.
      if watch == nil {
        let notice: @Sendable () -> Void = { [weak self] in Task { await self?.readChanges() } }
        if case .file(let file) = place {
          watch = try FileWatch(file.file.path, notice: notice)
        }
      }
      subscribers.add(continuation, present: try snapshot()) { [weak self] number in
        Task { await self?.unsubscribe(number) }
      }
    } catch {
      continuation.finish(throwing: .store(error))
    }
  }

  private func unsubscribe(_ number: Int) {
    subscribers.remove(number)
    if subscribers.isEmpty { watch = nil }
  }

  /// Tells what other processes have changed.
  private func readChanges() {
    guard !subscribers.isEmpty else { return }
    do {
      subscribers.tell(try snapshot())
      readAgain.succeed()
    } catch {
      guard readAgain.mayFail() else {
        watch = nil
        return subscribers.fail(with: .store(error))
      }
      Task {
        try? await Task.sleep(for: ReadAgain.pause)
        readChanges()
      }
    }
  }

  private func snapshot() throws(StoreFailure) -> SessionSnapshot {
    SessionSnapshot(active: try stored(.active))
  }
}
